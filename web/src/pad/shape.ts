// Shapes of data, generated from the server's structs (protocol.ts): what is read is checked by
// them, and a hand-over is packed by them. src/batarde/pad/shapes.py says what each kind means.

export type Shape =
  | readonly ['int', number | null, number | null]
  | readonly ['text', number | null, number | null, string | null]
  | readonly ['one', readonly (string | number | boolean)[]]
  | readonly ['maybe', Shape]
  | readonly ['list', Shape, number | null]
  | readonly ['object', Fields, boolean]
  | readonly ['kinds', string, { readonly [kind: string]: Shape }]
  | readonly ['else', Shape, unknown]
  | readonly ['missing', Shape]

/** The fields of an object in their order, each with its shape. */
export type Fields = readonly (readonly [string, Shape])[]

type Json = Readonly<Record<string, unknown>>

/** What has another shape than it should. */
export class Misfit extends Error {}

function demand(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new Misfit(what)
}

/** Returns a value of this shape, with all its fields in their order; throws a Misfit for others. */
export function conform<T>(shape: Shape, value: unknown): T {
  return conformed(shape, value) as T
}

function conformed(shape: Shape, value: unknown): unknown {
  switch (shape[0]) {
    case 'int':
      demand(Number.isInteger(value) && within(value as number, shape[1], shape[2]), 'a number')
      return value
    case 'text':
      demand(typeof value === 'string' && isText(value, shape), 'a text')
      return value
    case 'one':
      demand((shape[1] as readonly unknown[]).includes(value), 'one of a few')
      return value
    case 'maybe':
      return value === null ? null : conformed(shape[1], value)
    case 'list':
      demand(Array.isArray(value) && within(value.length, null, shape[2]), 'a list')
      return value.map((item) => conformed(shape[1], item))
    case 'object':
      return conformedObject(shape[1], asObject(value), shape[2])
    case 'kinds':
      return conformedKind(shape[1], shape[2], asObject(value))
    default:
      return conformed(shape[1], value)
  }
}

function asObject(value: unknown): Json {
  demand(typeof value === 'object' && value !== null && !Array.isArray(value), 'an object')
  return value as Json
}

function conformedObject(fields: Fields, value: Json, isOpen: boolean): Json {
  const names = new Set(fields.map(([name]) => name))
  demand(isOpen || Object.keys(value).every((name) => names.has(name)), 'an unknown field')
  const found: [string, unknown][] = []
  for (const [name, shape] of fields) {
    if (Object.hasOwn(value, name)) found.push([name, conformed(shape, value[name])])
    else if (shape[0] === 'else') found.push([name, shape[2]])
    else demand(shape[0] === 'missing', `the field ${name}`)
  }
  return Object.fromEntries(found)
}

function conformedKind(name: string, kinds: { readonly [kind: string]: Shape }, value: Json): Json {
  const { [name]: kind, ...rest } = value
  demand(typeof kind === 'string' && Object.hasOwn(kinds, kind), 'a known kind')
  return { [name]: kind, ...(conformed(kinds[kind], rest) as Json) }
}

const within = (number: number, least: number | null, most: number | null) =>
  (least === null || number >= least) && (most === null || number <= most)

function isText(text: string, shape: Extract<Shape, readonly ['text', ...unknown[]]>): boolean {
  if (/\p{Surrogate}/u.test(text)) return false // half a character: UTF-8 cannot hold it
  const [, least, most, pattern] = shape
  return within([...text].length, least, most) && (!pattern || new RegExp(pattern).test(text))
}
