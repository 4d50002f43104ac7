// Generated from the score pad's structs by `make types`: do not edit.
import type { Fields, Shape } from './shape'

export interface PadOpened {
  readonly event: "pad-opened"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly players: readonly (Player)[]
  readonly first_dealer: number
  readonly deals: number
  readonly seats: "chosen" | "lot"
  readonly drawn: "cards" | "chosen" | "lot"
  readonly group: string | null
  readonly words: "2015" | "2023"
}

export type Role = "arbiter" | "keeper" | "helper" | "viewer"

export interface Player {
  readonly name: string
  readonly person: string | null
}

export interface DealerSet {
  readonly event: "dealer-set"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly seat: number
  readonly drawn: "cards" | "chosen" | "lot"
}

export interface PlayerRenamed {
  readonly event: "player-renamed"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly seat: number
  readonly name: string
  readonly person: string | null
}

export interface DealEntered {
  readonly event: "deal-entered"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly deal: number
  readonly base: string | null
  readonly depth: number
  readonly entry: Entry
}

export interface Entry {
  readonly author: number | null
  readonly trump: Trump | null
  readonly pack: Pack | null
  readonly bids: readonly (number | null)[]
  readonly multiplier: 1 | 2 | 4
  readonly doubled_by: number | null
  readonly tricks: readonly (number)[] | null
  readonly irregular: boolean
  readonly note: string
}

export type Trump = "A" | "S" | "H" | "D" | "C" | "N"

export type Pack = "simple" | "marked"

export interface DealCleared {
  readonly event: "deal-cleared"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly deal: number
  readonly base: string | null
  readonly depth: number
}

export interface DisputeSettled {
  readonly event: "dispute-settled"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly deal: number
  readonly base: string | null
  readonly depth: number
  readonly over: readonly (string)[]
  readonly entry: Entry
}

export interface GameEnded {
  readonly event: "game-ended"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly why: "complete" | "stopped"
}

export interface GameReopened {
  readonly event: "game-reopened"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly why: string
}

export interface LinkMade {
  readonly event: "link-made"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly number: number
  readonly for: "helper" | "keeper" | "viewer"
  readonly hash: string
}

export interface LinkRevoked {
  readonly event: "link-revoked"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly number: number
}

export type PadEvent = PadOpened | DealerSet | PlayerRenamed | DealEntered | DealCleared | DisputeSettled | GameEnded | GameReopened | LinkMade | LinkRevoked

export interface GroupOpened {
  readonly event: "group-opened"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly name: string
}

export interface PersonAdded {
  readonly event: "person-added"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly person: string
  readonly name: string
}

export interface PersonRenamed {
  readonly event: "person-renamed"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly person: string
  readonly name: string
}

export interface PersonsMerged {
  readonly event: "persons-merged"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly person: string
  readonly into: string
}

export interface PersonsSplit {
  readonly event: "persons-split"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly person: string
}

export interface PersonErased {
  readonly event: "person-erased"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly person: string
}

export interface PadAdded {
  readonly event: "pad-added"
  readonly id: string
  readonly clock: number
  readonly role: Role
  readonly by: string
  readonly at: string
  readonly pad: string
}

export type GroupEvent = GroupOpened | PersonAdded | PersonRenamed | PersonsMerged | PersonsSplit | PersonErased | PadAdded

export interface Pad {
  readonly id: string
  readonly started: string
  readonly players: readonly (Player)[]
  readonly seats: "chosen" | "lot"
  readonly first_dealer: number
  readonly drawn: "cards" | "chosen" | "lot"
  readonly schedule: readonly (number)[]
  readonly deals: number
  readonly group: string | null
  readonly words: "2015" | "2023"
  readonly entries: readonly (Entry | null)[]
  readonly ended: "complete" | "stopped" | null
  readonly points: readonly (readonly (number)[] | null)[]
  readonly totals: readonly (number)[]
  readonly places: readonly (number)[]
  readonly disputed: readonly (number)[]
  readonly ignored: readonly (Ignored)[]
}

export interface Ignored {
  readonly id: string
  readonly code: PadCode
}

export type PadCode = "players" | "name" | "schedule" | "game-over" | "call-range" | "call-pack" | "call-too-weak" | "forbidden-sum" | "double" | "auction-open" | "tricks-range" | "tricks-sum" | "schema" | "points" | "totals" | "not-role" | "bad-event"

export interface PadRefusal {
  readonly code: PadCode
  readonly rule?: string
  readonly detail?: string
  readonly seat?: number | null
  readonly number?: number | null
  readonly total?: number | null
}

export interface Version {
  readonly id: string
  readonly event: string
  readonly at: string
  readonly role: Role
  readonly by: string
  readonly ignored: PadCode | null
  readonly entry: Entry | null
  readonly base: string | null
  readonly stands: boolean
  readonly changes: readonly (Change)[]
}

export interface Change {
  readonly field: "author" | "bid" | "doubled_by" | "irregular" | "multiplier" | "note" | "pack" | "tricks" | "trump"
  readonly seat: number | null
  readonly before: boolean | number | string | null
  readonly after: boolean | number | string | null
}

export interface Note {
  readonly id: string
  readonly event: string
  readonly at: string
  readonly role: Role
  readonly by: string
  readonly ignored: PadCode | null
}

export interface Dispute {
  readonly deal: number
  readonly sides: readonly (Side)[]
}

export interface Side {
  readonly id: string
  readonly at: string
  readonly role: Role
  readonly by: string
  readonly entry: Entry | null
}

export interface Link {
  readonly number: number
  readonly role: Role
  readonly hash: string
  readonly revoked: boolean
}

export interface Pen {
  readonly device: string
  readonly role: Role
  readonly by: string
}

export interface Group {
  readonly id: string
  readonly name: string
  readonly persons: readonly (Person)[]
  readonly pads: readonly (string)[]
  readonly ignored: readonly (Ignored)[]
}

export interface Person {
  readonly id: string
  readonly number: number
  readonly name: string
  readonly into: string
  readonly erased: boolean
}

export interface Played {
  readonly id: string
  readonly evening: string
  readonly persons: readonly (string | null)[]
  readonly deals: readonly (PlayedDeal)[]
  readonly is_complete: boolean
}

export interface PlayedDeal {
  readonly cards: number
  readonly entry: Entry
}

export interface Statistics {
  readonly persons: { readonly [key: string]: PersonTallies }
  readonly pairs: { readonly [key: string]: Pair }
}

export interface PersonTallies {
  readonly all: Tally
  readonly players: { readonly [key: string]: Tally }
  readonly trumps: { readonly [key: string]: Tally }
  readonly evenings: { readonly [key: string]: Tally }
}

export interface Tally {
  readonly deals: number
  readonly exact: number
  readonly points: number
  readonly off: number
  readonly lean: number
  readonly bids: number
  readonly fair: number
  readonly with_author: number
  readonly authored: number
  readonly zeros: number
  readonly zeros_kept: number
  readonly doubles: number
  readonly doubles_won: number
  readonly doubles_lost: number
  readonly doubles_even: number
  readonly doubles_gained: number
  readonly redoubles: number
  readonly redoubles_won: number
  readonly redoubles_lost: number
  readonly redoubles_even: number
  readonly redoubles_gained: number
  readonly last: number
  readonly last_exact: number
  readonly last_near: number
  readonly games: number
  readonly won: number
  readonly places: number
  readonly best: number | null
  readonly worst: number | null
  readonly perfect: number
  readonly longest: number
}

export interface Pair {
  readonly one: string
  readonly other: string
  readonly games: number
  readonly ahead: number
  readonly deals: number
  readonly difference: number
}

export interface Figures {
  readonly exactness: number | null
  readonly penalty: number | null
  readonly distance: number | null
  readonly lean: number | null
  readonly boldness: number | null
  readonly authorship: number | null
  readonly zero_share: number | null
  readonly zero_kept: number | null
  readonly pressure_exactness: number | null
  readonly pressure_near: number | null
  readonly wins: number
  readonly place: number | null
}

export interface HandOver {
  readonly id: string
  readonly keys: readonly (HeldKey)[]
  readonly events: readonly (PadOpened | DealerSet | PlayerRenamed | DealEntered | DealCleared | DisputeSettled | GameEnded | GameReopened | LinkMade | LinkRevoked)[]
}

export interface HeldKey {
  readonly role: Role
  readonly key: string
}

export interface ScoreFile {
  readonly format: "batarde-score/1"
  readonly kind: "deal" | "game"
  readonly players: readonly (string)[]
  readonly deals: readonly (ScoreDeal)[]
  readonly rules: string
  readonly first_dealer?: number
  readonly planned?: number
  readonly totals?: readonly (number)[]
  readonly id?: string
  readonly started?: string
}

export interface ScoreDeal {
  readonly cards: number
  readonly dealer: number
  readonly trump: Trump
  readonly bids: readonly (number)[]
  readonly multiplier: 1 | 2 | 4
  readonly author: number | null
  readonly pack: Pack | null
  readonly doubled_by: number | null
  readonly tricks?: readonly (number)[]
  readonly points?: readonly (number)[]
  readonly irregular: boolean
  readonly note: string
}

export interface ScoreFault {
  readonly rule: PadCode
  readonly deal: number
  readonly section: string
  readonly index: number
  readonly refusal: PadRefusal | null
}

const ENVELOPE: Fields = [["id",["text",null,null,"^[A-HJ-NP-Z2-9]{8}:(0|[1-9][0-9]{0,5})$(?!\\n)"]],["clock",["int",1,999999]],["role",["one",["arbiter","keeper","helper","viewer"]]],["by",["text",null,200,null]],["at",["text",null,null,"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$(?!\\n)"]]]

export const ENTRY: Shape = ["object",[["author",["else",["maybe",["int",-999999,999999]],null]],["trump",["else",["maybe",["one",["A","S","H","D","C","N"]]],null]],["pack",["else",["maybe",["one",["simple","marked"]]],null]],["bids",["list",["maybe",["int",-999999,999999]],20]],["multiplier",["else",["one",[1,2,4]],1]],["doubled_by",["else",["maybe",["int",-999999,999999]],null]],["tricks",["else",["maybe",["list",["int",-999999,999999],20]],null]],["irregular",["else",["one",[false,true]],false]],["note",["else",["text",null,200,null],""]]],false]

export const PAD_EVENT: Shape = ["kinds","event",{"pad-opened":["object",[...ENVELOPE,["players",["list",["object",[["name",["text",null,100,null]],["person",["else",["maybe",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],null]]],false],20]],["first_dealer",["int",-999999,999999]],["deals",["int",-999999,999999]],["seats",["else",["one",["chosen","lot"]],"chosen"]],["drawn",["else",["one",["cards","chosen","lot"]],"chosen"]],["group",["else",["maybe",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],null]],["words",["else",["one",["2015","2023"]],"2023"]]],false],"dealer-set":["object",[...ENVELOPE,["seat",["int",-999999,999999]],["drawn",["one",["cards","chosen","lot"]]]],false],"player-renamed":["object",[...ENVELOPE,["seat",["int",-999999,999999]],["name",["text",null,100,null]],["person",["else",["maybe",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],null]]],false],"deal-entered":["object",[...ENVELOPE,["deal",["int",-999999,999999]],["base",["maybe",["text",null,null,"^[A-HJ-NP-Z2-9]{8}:(0|[1-9][0-9]{0,5})$(?!\\n)"]]],["depth",["int",0,999999]],["entry",ENTRY]],false],"deal-cleared":["object",[...ENVELOPE,["deal",["int",-999999,999999]],["base",["maybe",["text",null,null,"^[A-HJ-NP-Z2-9]{8}:(0|[1-9][0-9]{0,5})$(?!\\n)"]]],["depth",["int",0,999999]]],false],"dispute-settled":["object",[...ENVELOPE,["deal",["int",-999999,999999]],["base",["maybe",["text",null,null,"^[A-HJ-NP-Z2-9]{8}:(0|[1-9][0-9]{0,5})$(?!\\n)"]]],["depth",["int",0,999999]],["over",["list",["text",null,null,"^[A-HJ-NP-Z2-9]{8}:(0|[1-9][0-9]{0,5})$(?!\\n)"],64]],["entry",ENTRY]],false],"game-ended":["object",[...ENVELOPE,["why",["one",["complete","stopped"]]]],false],"game-reopened":["object",[...ENVELOPE,["why",["else",["text",null,200,null],""]]],false],"link-made":["object",[...ENVELOPE,["number",["int",0,999999]],["for",["one",["helper","keeper","viewer"]]],["hash",["text",null,null,"^[0-9a-f]{64}$(?!\\n)"]]],false],"link-revoked":["object",[...ENVELOPE,["number",["int",0,999999]]],false]}]

export const GROUP_EVENT: Shape = ["kinds","event",{"group-opened":["object",[...ENVELOPE,["name",["text",null,100,null]]],false],"person-added":["object",[...ENVELOPE,["person",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],["name",["text",null,100,null]]],false],"person-renamed":["object",[...ENVELOPE,["person",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],["name",["text",null,100,null]]],false],"persons-merged":["object",[...ENVELOPE,["person",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]],["into",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]]],false],"persons-split":["object",[...ENVELOPE,["person",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]]],false],"person-erased":["object",[...ENVELOPE,["person",["text",null,null,"^[A-Za-z0-9_-]{1,40}$(?!\\n)"]]],false],"pad-added":["object",[...ENVELOPE,["pad",["text",null,null,"^[A-HJ-NP-Z2-9]{10}$(?!\\n)"]]],false]}]

export const HAND_OVER: Shape = ["object",[["id",["text",null,null,"^[A-HJ-NP-Z2-9]{10}$(?!\\n)"]],["keys",["list",["object",[["role",["one",["arbiter","keeper","helper","viewer"]]],["key",["text",null,null,"^[A-Za-z0-9_-]{22}$(?!\\n)"]]],false],16]],["events",["list",PAD_EVENT,200]]],false]

export const SCORE_FILE: Shape = ["object",[["format",["one",["batarde-score/1"]]],["kind",["one",["deal","game"]]],["players",["list",["text",null,null,null],null]],["deals",["list",["object",[["cards",["int",1,null]],["dealer",["int",0,null]],["trump",["one",["A","S","H","D","C","N"]]],["bids",["list",["int",null,null],null]],["multiplier",["one",[1,2,4]]],["author",["else",["maybe",["int",null,null]],null]],["pack",["else",["maybe",["one",["simple","marked"]]],null]],["doubled_by",["else",["maybe",["int",null,null]],null]],["tricks",["missing",["list",["int",null,null],null]]],["points",["missing",["list",["int",null,null],null]]],["irregular",["else",["one",[false,true]],false]],["note",["else",["text",null,200,null],""]]],true],null]],["rules",["else",["text",null,null,null],"2023"]],["first_dealer",["missing",["int",0,null]]],["planned",["missing",["int",1,null]]],["totals",["missing",["list",["int",null,null],null]]],["id",["missing",["text",null,null,null]]],["started",["missing",["text",null,null,null]]]],true]

/** The cards of each deal, by number of players (G1). */
export const SCHEDULES = {"3":[7,8,9,10,11,12,12,11,10,9,8,7],"4":[5,6,7,8,9,9,8,7,6,5],"5":[9,10,11,12,13,14,14,13,12,11,10,9],"6":[7,8,9,10,11,12,12,11,10,9,8,7],"7":[5,6,7,8,9,10,10,9,8,7,6,5]} as const

/** What a role weighs. */
export const RANKS = {"arbiter":0,"keeper":-1,"helper":-2,"viewer":-3} as const

/** The events that a role may write. */
export const MAY = {"arbiter":["*"],"keeper":["*"],"helper":["deal-cleared","deal-entered","pad-added","person-added"],"viewer":[]} as const

/** The characters of a name. */
export const NAME_LENGTH = 24 as const

/** The characters of a note. */
export const NOTE_LENGTH = 200 as const

/** Where clocks stop. */
export const CLOCK_LIMIT = 999999 as const

/** How devices write the time. */
export const MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,6})?)?(Z|[+-][0-9]{2}:[0-9]{2})$(?!\\n)" as const

/** The columns of a table for spreadsheets. */
export const COLUMNS = ["pad","started","deal","cards","dealer","author","trump","pack","multiplier","doubled_by","seat","player","bid","tricks","points","total","irregular"] as const

/** What shares are counted in. */
export const WHOLE = 420 as const

/** The format of score files. */
export const SCORE_FORMAT = "batarde-score/1" as const

/** The first byte of a hand-over. */
export const HAND_OVER_VERSION = 1 as const

/** The most entries of a disputed deal in one. */
export const HAND_OVER_SIDES = 8 as const

/** The most bytes of one, inflated. */
export const HAND_OVER_LARGEST = 65536 as const
