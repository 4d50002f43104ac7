// Generated from the server's types by `make types`: do not edit.

export interface Join {
  readonly do: "join"
  readonly table: string
  readonly since?: number
}

export interface Leave {
  readonly do: "leave"
}

export interface Act {
  readonly do: "act"
  readonly key?: string
  readonly seq: number
  readonly action: Ready | Bid | Double | Redouble | Pass | Play
}

export interface Ready {
  readonly act: "ready"
}

export interface Bid {
  readonly act: "bid"
  readonly tricks: number
  readonly trump: Trump
  readonly pack: Pack | null
}

export type Trump = "A" | "S" | "H" | "D" | "C" | "N"

export type Pack = "simple" | "marked"

export interface Double {
  readonly act: "double"
}

export interface Redouble {
  readonly act: "redouble"
}

export interface Pass {
  readonly act: "pass"
}

export interface Play {
  readonly act: "play"
  readonly card: Card
}

export type Card = "RS" | "DS" | "CS" | "VS" | "FS" | "MS" | "JS" | "NS" | "TS" | "RH" | "DH" | "CH" | "VH" | "FH" | "MH" | "JH" | "NH" | "TH" | "RD" | "DD" | "CD" | "VD" | "FD" | "MD" | "JD" | "ND" | "TD" | "RC" | "DC" | "CC" | "VC" | "FC" | "MC" | "JC" | "NC" | "TC" | "RS_" | "DS_" | "CS_" | "VS_" | "FS_" | "MS_" | "JS_" | "NS_" | "TS_" | "RH_" | "DH_" | "CH_" | "VH_" | "FH_" | "MH_" | "JH_" | "NH_" | "TH_" | "RD_" | "DD_" | "CD_" | "VD_" | "FD_" | "MD_" | "JD_" | "ND_" | "TD_" | "RC_" | "DC_" | "CC_" | "VC_" | "FC_" | "MC_" | "JC_" | "NC_" | "TC_"

export interface Why {
  readonly do: "why"
  readonly key?: string
  readonly action: Ready | Bid | Double | Redouble | Pass | Play
}

export interface Sit {
  readonly do: "sit"
  readonly key?: string
  readonly seat?: number | null
}

export interface Stand {
  readonly do: "stand"
  readonly key?: string
}

export interface SeatBot {
  readonly do: "seat-bot"
  readonly key?: string
  readonly seat: number
  readonly level?: string
}

export interface Unseat {
  readonly do: "unseat"
  readonly key?: string
  readonly seat: number
}

export interface Remove {
  readonly do: "remove"
  readonly key?: string
  readonly player: string
}

export interface AllowWatching {
  readonly do: "watching"
  readonly key?: string
  readonly allowed: boolean
}

export interface Start {
  readonly do: "start"
  readonly key?: string
  readonly fill?: string
}

export interface Pause {
  readonly do: "pause"
  readonly key?: string
}

export interface Resume {
  readonly do: "resume"
  readonly key?: string
}

export interface Say {
  readonly do: "say"
  readonly key?: string
  readonly text?: string
  readonly signal?: string
}

export interface AskCoach {
  readonly do: "coach"
  readonly key?: string
  readonly step: 1 | 2 | 3
  readonly other_packs?: boolean
}

export interface CommitShare {
  readonly do: "commit-share"
  readonly key?: string
  readonly deal: number
  readonly commitment: string
}

export interface OpenShare {
  readonly do: "open-share"
  readonly key?: string
  readonly deal: number
  readonly share: string
}

export type ClientMessage = Join | Leave | Act | Why | Sit | Stand | SeatBot | Unseat | Remove | AllowWatching | Start | Pause | Resume | Say | AskCoach | CommitShare | OpenShare

export interface Snapshot {
  readonly type: "snapshot"
  readonly table: string
  readonly seq: number
  readonly settings: Settings
  readonly host: string
  readonly you: string
  readonly seat: number | null
  readonly seats: readonly (Seat)[]
  readonly connected: readonly (boolean)[]
  readonly watchers: number
  readonly watching: readonly (Watching)[]
  readonly game: string
  readonly is_playing: boolean
  readonly is_paused: boolean
  readonly results: readonly (DealResult)[]
  readonly totals: readonly (number)[]
  readonly view: View | null
  readonly last_trick: readonly (readonly [number, string])[]
  readonly draw: DrawState | null
  readonly window: number
  readonly timing: Timing | null
  readonly talk: readonly (Said)[]
  readonly promised: readonly (PromisedSeat)[]
  readonly had: number | null
  readonly played: readonly (string)[]
  readonly coached: readonly (number)[]
}

export interface Settings {
  readonly players?: number
  readonly pace?: Pace
  readonly double_window?: number
  readonly trick_pause?: number
  readonly deal_pause?: number
  readonly grace?: number
  readonly listed?: boolean
  readonly watchable?: boolean
  readonly talk?: boolean
  readonly last_trick?: boolean
  readonly by_lot?: boolean
  readonly asks_ready?: boolean
  readonly coach?: Coaching
}

export type Pace = "none" | "relaxed" | "normal" | "fast"

export type Coaching = "off" | "asked"

export interface Seat {
  readonly kind?: "bot" | "empty" | "person"
  readonly name?: string
  readonly player?: string
  readonly level?: string
  readonly away?: boolean
}

export interface Watching {
  readonly player: string
  readonly name: string
}

export interface DealResult {
  readonly cards: number
  readonly dealer: number
  readonly author: number
  readonly trump: string
  readonly doubled_by: number | null
  readonly redoubled: boolean
  readonly bids: readonly (number)[]
  readonly tricks: readonly (number)[]
  readonly points: readonly (number)[]
}

export interface View {
  readonly seat: number | null
  readonly players: number
  readonly cards: number
  readonly dealer: number
  readonly phase: Phase
  readonly turn: number | null
  readonly hand: readonly (Card)[]
  readonly legal: readonly (Ready | Bid | Double | Redouble | Pass | Play)[]
  readonly calls: readonly (readonly [number, Bid | Double | Redouble])[]
  readonly plays: readonly (readonly [number, Card])[]
  readonly unready: readonly (number)[]
  readonly window: readonly (number)[]
  readonly standing: Announcement | null
  readonly bids: readonly (number | null)[]
  readonly doubled_by: number | null
  readonly redoubled: boolean
  readonly trick: readonly (Card)[]
  readonly winning: number | null
  readonly leader: number
  readonly tricks: readonly (number)[]
  readonly hands: readonly (readonly (Card)[])[] | null
  readonly number: number
  readonly scores: readonly (number)[]
}

export type Phase = "ready" | "auction" | "redouble" | "play" | "over"

export interface Announcement {
  readonly seat: number
  readonly tricks: number
  readonly trump: Trump
  readonly pack: Pack | null
}

export interface DrawState {
  readonly deal: number
  readonly commitment: string
  readonly shares: readonly (Share)[]
  readonly is_closed: boolean
  readonly table: string
}

export interface Share {
  readonly seat: number
  readonly commitment: string
  readonly value: string
}

export interface Timing {
  readonly seat: number
  readonly move: number
  readonly bank: number
}

export interface Said {
  readonly event: "said"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly player: string
  readonly name: string
  readonly text?: string
  readonly signal?: string
  readonly seat?: number | null
}

export interface PromisedSeat {
  readonly seat: number
  readonly player: string
  readonly name: string
}

export interface Happened {
  readonly type: "happened"
  readonly seq: number
  readonly events: readonly (TableOpened | PersonSeated | BotSeated | SeatLeft | SeatPromised | PromiseEnded | PersonRenamed | HostChanged | Removed | WatchingChanged | GameStarted | Paused | Resumed | BotTookOver | PersonReturned | TimeRanOut | Said | HintGiven | SecretDrawn | DealCommitted | ShareCommitted | SharesClosed | ShareOpened | SecretRevealed | DealBegan | HandDealt | Readied | BidMade | Waved | WindowClosed | Doubled | Redoubled | RedoubleDeclined | AuctionClosed | CardPlayed | TrickTaken | DealScored | GameEnded | Hidden)[]
  readonly legal: readonly (Ready | Bid | Double | Redouble | Pass | Play)[]
  readonly timing: Timing | null
  readonly window: number
}

export interface TableOpened {
  readonly event: "table-opened"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly settings: Settings
  readonly host: string
}

export interface PersonSeated {
  readonly event: "person-seated"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly player: string
  readonly name: string
}

export interface BotSeated {
  readonly event: "bot-seated"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly level: string
  readonly name: string
}

export interface SeatLeft {
  readonly event: "seat-left"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface SeatPromised {
  readonly event: "seat-promised"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly player: string
  readonly name: string
}

export interface PromiseEnded {
  readonly event: "promise-ended"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface PersonRenamed {
  readonly event: "person-renamed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly player: string
  readonly name: string
}

export interface HostChanged {
  readonly event: "host-changed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly host: string
}

export interface Removed {
  readonly event: "removed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly player: string
  readonly name: string
}

export interface WatchingChanged {
  readonly event: "watching-changed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly allowed: boolean
}

export interface GameStarted {
  readonly event: "game-started"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly dealer: number
  readonly order: readonly (number)[]
  readonly game?: string
}

export interface Paused {
  readonly event: "paused"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly by?: string
}

export interface Resumed {
  readonly event: "resumed"
  readonly seen_by: readonly (number)[] | "everybody"
}

export interface BotTookOver {
  readonly event: "bot-took-over"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface PersonReturned {
  readonly event: "person-returned"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface TimeRanOut {
  readonly event: "time-ran-out"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface HintGiven {
  readonly event: "hint-given"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly step: number
}

export interface SecretDrawn {
  readonly event: "secret-drawn"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly deal: number
  readonly secret: string
}

export interface DealCommitted {
  readonly event: "deal-committed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly deal: number
  readonly commitment: string
  readonly table?: string
}

export interface ShareCommitted {
  readonly event: "share-committed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly commitment: string
}

export interface SharesClosed {
  readonly event: "shares-closed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly deal: number
}

export interface ShareOpened {
  readonly event: "share-opened"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly share: string
}

export interface SecretRevealed {
  readonly event: "secret-revealed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly deal: number
  readonly secret: string
  readonly commitment: string
  readonly shares: readonly (Share)[]
}

export interface DealBegan {
  readonly event: "deal-began"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly number: number
  readonly cards: number
  readonly dealer: number
}

export interface HandDealt {
  readonly event: "hand-dealt"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly hand: readonly (Card)[]
}

export interface Readied {
  readonly event: "readied"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface BidMade {
  readonly event: "bid-made"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly tricks: number
  readonly trump: Trump
  readonly pack: Pack | null
  readonly announces: boolean
}

export interface Waved {
  readonly event: "waved"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface WindowClosed {
  readonly event: "window-closed"
  readonly seen_by: readonly (number)[] | "everybody"
}

export interface Doubled {
  readonly event: "doubled"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface Redoubled {
  readonly event: "redoubled"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface RedoubleDeclined {
  readonly event: "redouble-declined"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
}

export interface AuctionClosed {
  readonly event: "auction-closed"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly trump: Trump
  readonly pack: Pack | null
  readonly bids: readonly (number)[]
}

export interface CardPlayed {
  readonly event: "card-played"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly card: Card
  readonly wins?: boolean
}

export interface TrickTaken {
  readonly event: "trick-taken"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly seat: number
  readonly card: Card
}

export interface DealScored {
  readonly event: "deal-scored"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly bids: readonly (number)[]
  readonly tricks: readonly (number)[]
  readonly points: readonly (number)[]
  readonly hands: readonly (readonly (Card)[])[]
  readonly stock: readonly (Card)[]
}

export interface GameEnded {
  readonly event: "game-ended"
  readonly seen_by: readonly (number)[] | "everybody"
  readonly totals: readonly (number)[]
  readonly places: readonly (number)[]
}

export interface Hidden {
  readonly event: "hidden"
  readonly seen_by: readonly (number)[] | "everybody"
}

export interface Refused {
  readonly type: "refused"
  readonly code: string
  readonly key?: string
  readonly refusal?: Refusal | null
}

export interface Refusal {
  readonly code: Code
  readonly rule: string
  readonly detail?: string
  readonly seat?: number | null
  readonly cards?: readonly (Card)[]
  readonly beat?: Card | null
  readonly suit?: Suit | null
  readonly number?: number | null
  readonly total?: number | null
  readonly trump?: Trump | null
  readonly pack?: Pack | null
}

export type Code = "turn" | "ready" | "pass" | "not-ready" | "call-range" | "call-pack" | "call-too-weak" | "forbidden-sum" | "trump-frozen" | "double" | "double-window" | "redouble" | "redouble-open" | "auction-open" | "auction-over" | "not-in-hand" | "must-follow" | "must-trump" | "must-rise" | "deal-over" | "game-over" | "schema" | "players" | "schedule" | "cards-dealt" | "tricks" | "points" | "totals"

export type Suit = "S" | "H" | "D" | "C"

export interface Done {
  readonly type: "done"
  readonly key: string
}

export interface Present {
  readonly type: "present"
  readonly connected: readonly (boolean)[]
  readonly watchers: number
  readonly watching: readonly (Watching)[]
}

export interface Hint {
  readonly type: "hint"
  readonly key: string
  readonly seq: number
  readonly advice: Advice
}

export interface Advice {
  readonly step: 1 | 2 | 3
  readonly need: Need
  readonly reasons: readonly (Reason)[]
  readonly best: Ready | Bid | Double | Redouble | Pass | Play | null
  readonly over: Bid | Card | null
  readonly cards: readonly (CardCost)[]
  readonly lens: Lens | null
  readonly double: Raise | null
}

export interface Need {
  readonly left: number
  readonly tricks: number | null
  readonly table: number
  readonly silent: number
  readonly forbidden: number | null
  readonly is_forced: boolean
}

export interface Reason {
  readonly code: ReasonCode
  readonly card: Card | null
  readonly trump: Trump | null
  readonly number: number | null
  readonly percent: number | null
  readonly detail: string
}

export type ReasonCode = "only-safe" | "wins-now" | "loses-now" | "must-lose-it" | "keep-winner" | "keep-exit" | "forces-rise" | "cut-danger" | "cut-chance" | "others-short" | "two-ways" | "steady" | "freeze"

export interface CardCost {
  readonly cards: readonly (Card)[]
  readonly misses: number
  readonly error: number
  readonly exact: number
}

export interface Lens {
  readonly rows: readonly (LensRow)[]
  readonly worlds: number
  readonly has_other_packs: boolean
  readonly is_other_packs: boolean
}

export interface LensRow {
  readonly trump: Trump
  readonly best: number
  readonly cells: readonly (Cell)[]
  readonly pack: Pack | null
  readonly least: number | null
  readonly is_standing: boolean
  readonly forbidden: number | null
  readonly forbidden_chance: number
  readonly gain: number
  readonly is_worth_double: boolean
}

export interface Cell {
  readonly misses: number
  readonly error: number
  readonly exact: number
  readonly is_bound: boolean
  readonly is_open: boolean
}

export interface Raise {
  readonly points: readonly (number)[]
  readonly raised: readonly (number)[]
  readonly chance: number
  readonly gain: number
  readonly is_worth: boolean
  readonly is_redouble: boolean
}

export type ServerMessage = Snapshot | Happened | Refused | Done | Present | Hint

export type Action = Ready | Bid | Double | Redouble | Pass | Play

export type TableEvent = TableOpened | PersonSeated | BotSeated | SeatLeft | SeatPromised | PromiseEnded | PersonRenamed | HostChanged | Removed | WatchingChanged | GameStarted | Paused | Resumed | BotTookOver | PersonReturned | TimeRanOut | Said | HintGiven | SecretDrawn | DealCommitted | ShareCommitted | SharesClosed | ShareOpened | SecretRevealed | DealBegan | HandDealt | Readied | BidMade | Waved | WindowClosed | Doubled | Redoubled | RedoubleDeclined | AuctionClosed | CardPlayed | TrickTaken | DealScored | GameEnded | Hidden

export interface NewSession {
  readonly name?: string
}

export interface Session {
  readonly player: string
  readonly name: string
}

export interface NewTable {
  readonly settings?: Settings
  readonly bots?: readonly (string)[]
  readonly start?: boolean
}

export interface TableSummary {
  readonly id: string
  readonly created: number
  readonly settings: Settings
  readonly host: string
  readonly seats: readonly (Seat)[]
  readonly is_playing: boolean
  readonly deal: number
}

export interface TableList {
  readonly tables: readonly (TableSummary)[]
}

export interface GameSummary {
  readonly id: string
  readonly table: string
  readonly ended: number
  readonly names: readonly (string)[]
  readonly totals: readonly (number)[]
  readonly seat: number | null
}

export interface GameList {
  readonly games: readonly (GameSummary)[]
  readonly before: number | null
}

export interface Health {
  readonly status: string
  readonly version: string
  readonly tables: number
  readonly connections: number
}

export interface Problem {
  readonly code: string
  readonly message: string
}

export type TableCode = "rules" | "stale" | "not-seated" | "not-host" | "seat-taken" | "other-seat" | "no-such-seat" | "no-free-seat" | "empty-seats" | "no-person" | "not-playing" | "already-playing" | "paused" | "no-watching" | "removed" | "no-talk" | "empty-talk" | "no-such-signal" | "no-such-bot" | "no-coach" | "no-question" | "no-answer" | "no-draw" | "bad-share" | "store" | "internal"

export interface Drills {
  readonly format: string
  readonly seed: string
  readonly skills: readonly (OrderSkill | WinnerSkill | DutySkill | MustSkill | LastSkill | LouderSkill | ScoreSkill | CountSkill)[]
}

export interface OrderSkill {
  readonly drill: "order"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (OrderQuestion)[]
}

export interface OrderQuestion {
  readonly trump: Trump
  readonly pack?: Pack | null
  readonly cards: readonly (Card)[]
  readonly answer: Card
}

export interface WinnerSkill {
  readonly drill: "winner"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (WinnerQuestion)[]
}

export interface WinnerQuestion {
  readonly trump: Trump
  readonly pack?: Pack | null
  readonly trick: readonly (Card)[]
  readonly answer: Card
}

export interface DutySkill {
  readonly drill: "duty"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (PlayingQuestion)[]
}

export interface PlayingQuestion {
  readonly trump: Trump
  readonly pack?: Pack | null
  readonly trick: readonly (Card)[]
  readonly hand: readonly (Card)[]
  readonly answer: readonly (Card)[]
  readonly refused?: readonly (Barred)[]
}

export interface Barred {
  readonly cards: readonly (Card)[]
  readonly refusal: Refusal
}

export interface MustSkill {
  readonly drill: "must"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (PlayingQuestion)[]
}

export interface LastSkill {
  readonly drill: "last"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (LastQuestion)[]
}

export interface LastQuestion {
  readonly trump: Trump
  readonly pack?: Pack | null
  readonly cards: number
  readonly bids: readonly (number)[]
  readonly answer: number | null
  readonly doubled?: boolean
  readonly instead?: Trump | null
  readonly refusal?: Refusal | null
}

export interface LouderSkill {
  readonly drill: "louder"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (LouderQuestion)[]
}

export interface LouderQuestion {
  readonly players: number
  readonly cards: number
  readonly said: readonly (Spoken)[]
  readonly wish: Spoken
  readonly answer: boolean
  readonly refusal?: Refusal | null
}

export interface Spoken {
  readonly seat: number
  readonly tricks?: number | null
  readonly trump?: Trump | null
  readonly pack?: Pack | null
  readonly double?: boolean
  readonly redouble?: boolean
}

export interface ScoreSkill {
  readonly drill: "score"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (ScoreQuestion)[]
}

export interface ScoreQuestion {
  readonly bids: readonly (number)[]
  readonly tricks: readonly (number)[]
  readonly answer: readonly (number)[]
  readonly factor?: number
}

export interface CountSkill {
  readonly drill: "count"
  readonly id: string
  readonly rule: string
  readonly questions: readonly (OutQuestion | MasterQuestion | VoidQuestion)[]
}

export interface OutQuestion {
  readonly ask: "out"
  readonly seen: Seen
  readonly answer: number
}

export interface Seen {
  readonly trump: Trump
  readonly pack?: Pack | null
  readonly tricks: readonly (PlayedTrick)[]
  readonly hand: readonly (Card)[]
}

export interface PlayedTrick {
  readonly leader: number
  readonly cards: readonly (Card)[]
}

export interface MasterQuestion {
  readonly ask: "master"
  readonly seen: Seen
  readonly card: Card
  readonly answer: boolean
  readonly stronger?: readonly (Card)[]
}

export interface VoidQuestion {
  readonly ask: "void"
  readonly seen: Seen
  readonly suit: Suit
  readonly answer: number | null
}
