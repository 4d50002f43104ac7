// Generated from the server by `make types`: do not edit.

/** The languages that there are words in. */
export const LANGUAGES = ["fr","en","de","it","es"] as const

/** The bots that people meet, weakest first. */
export const LEVELS = ["novice","casual","club","expert","master"] as const

/** The bot that plays where nobody was named. */
export const SUBSTITUTE = "simple" as const

/** The signals of table talk. */
export const SIGNALS = ["hello","thanks","well-played","oops","wow","thinking","sorry","bye"] as const

/** How many letters a line of talk may have. */
export const TALK_LENGTH = 200 as const

/** How many lines of talk who comes later is shown. */
export const TALK_KEPT = 50 as const

/** How many letters a name may have. */
export const NAME_LENGTH = 24 as const

/** What stands for somebody without a name. */
export const NAMELESS = "#" as const

/** What older servers stored for them. */
export const FORMER_GUESTS = ["Guest","Gast","Ospite","Anonyme","Invité","Visitante","Invitado"] as const

/** How many letters the code of a new table has. */
export const CODE_LENGTH = 8 as const

/** How many can play. */
export const PLAYER_COUNTS = [3,4,5,6,7] as const
