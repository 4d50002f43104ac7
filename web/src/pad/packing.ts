// Values as few bytes, by their shape: what a hand-over is made of before it is deflated.
// The twin of src/batarde/pad/packing.py, which says how.

import { Misfit, type Shape } from './shape'

type Json = Record<string, unknown>

/** Returns a value in bytes. */
export function pack(shape: Shape, value: unknown): Uint8Array {
  const to: number[] = []
  write(shape, value, to)
  return Uint8Array.from(to)
}

/** Returns the value in some bytes; whether it keeps its limits is still to be checked. */
export function unpack(shape: Shape, data: Uint8Array): unknown {
  const reader = new Reader(data)
  const value = reader.read(shape)
  if (!reader.isAtEnd) throw new Misfit('less than there is')
  return value
}

function write(shape: Shape, value: unknown, to: number[]) {
  switch (shape[0]) {
    case 'int':
      writeNumber(zigzag(value as number), to)
      break
    case 'text':
      writeText(value as string, to)
      break
    case 'one':
      writeNumber((shape[1] as readonly unknown[]).indexOf(value), to)
      break
    case 'maybe':
      to.push(value === null ? 0 : 1)
      if (value !== null) write(shape[1], value, to)
      break
    case 'list':
      writeNumber((value as unknown[]).length, to)
      for (const item of value as unknown[]) write(shape[1], item, to)
      break
    case 'object':
      for (const [name, inner] of shape[1]) write(inner, (value as Json)[name], to)
      break
    case 'kinds': {
      const kind = (value as Json)[shape[1]] as string
      writeNumber(Object.keys(shape[2]).indexOf(kind), to)
      write(shape[2][kind], value, to)
      break
    }
    default:
      write(shape[1], value, to)
  }
}

function writeText(text: string, to: number[]) {
  const bytes = new TextEncoder().encode(text)
  writeNumber(bytes.length, to)
  to.push(...bytes)
}

const zigzag = (number: number) => (number >= 0 ? 2 * number : -2 * number - 1)

function writeNumber(number: number, to: number[]) {
  for (; number >= 128; number = Math.floor(number / 128)) to.push((number % 128) + 128)
  to.push(number)
}

/** Reads values from bytes, from the first to the last. */
class Reader {
  #at = 0

  constructor(private readonly data: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.#at === this.data.length
  }

  read(shape: Shape): unknown {
    switch (shape[0]) {
      case 'int': {
        const number = this.#number()
        return number % 2 ? -(number + 1) / 2 : number / 2
      }
      case 'text':
        return this.#text()
      case 'one':
        return this.#oneOf(shape[1])
      case 'maybe':
        return this.#bytes(1)[0] ? this.read(shape[1]) : null
      case 'list':
        return this.#list(shape[1])
      case 'object':
        return Object.fromEntries(shape[1].map(([name, inner]) => [name, this.read(inner)]))
      case 'kinds': {
        const kind = this.#oneOf(Object.keys(shape[2]))
        return { [shape[1]]: kind, ...(this.read(shape[2][kind]) as Json) }
      }
      default:
        return this.read(shape[1])
    }
  }

  #bytes(length: number): Uint8Array {
    this.#at += length
    if (this.#at > this.data.length) throw new Misfit('more than there is')
    return this.data.subarray(this.#at - length, this.#at)
  }

  #text(): string {
    const bytes = this.#bytes(this.#number())
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      throw new Misfit('UTF-8')
    }
  }

  #number(): number {
    let number = 0
    for (let place = 0; place < 4; place++) {
      const byte = this.#bytes(1)[0]
      number += (byte % 128) * 128 ** place
      if (byte < 128) return number
    }
    throw new Misfit('a number of four bytes')
  }

  #list(shape: Shape): unknown[] {
    const items: unknown[] = []
    for (let left = this.#number(); left > 0; left--) items.push(this.read(shape))
    return items
  }

  #oneOf<T>(values: readonly T[]): T {
    const place = this.#number()
    if (place >= values.length) throw new Misfit('one of a few')
    return values[place]
  }
}
