/** Sounds made here with WebAudio: no files, and silent until the player has touched the page. */

export type Sound = 'card' | 'trick' | 'deal' | 'double' | 'turn' | 'refuse'

let context: AudioContext | null = null
let noise: AudioBuffer | null = null

/** Before the first touch a browser wants neither sound nor vibration, and says so in its console. */
const touched = () => navigator.userActivation?.hasBeenActive ?? true

function audio(): AudioContext | null {
  if (!context && touched() && typeof AudioContext !== 'undefined') context = new AudioContext()
  if (context?.state === 'suspended') void context.resume()
  return context
}

/** Play a sound; the caller has asked the settings. */
export function play(sound: Sound): void {
  const ctx = audio()
  if (ctx?.state !== 'running') return
  const at = ctx.currentTime
  switch (sound) {
    case 'card':
      swish(ctx, at, 0.07, 2600, 0.22)
      return
    case 'deal':
      for (let i = 0; i < 4; i++) swish(ctx, at + i * 0.08, 0.05, 3200, 0.12)
      return
    case 'trick':
      swish(ctx, at, 0.18, 1400, 0.2)
      tone(ctx, at + 0.1, 392, 0.12, 0.05)
      return
    case 'turn':
      tone(ctx, at, 659, 0.16, 0.07)
      tone(ctx, at + 0.11, 880, 0.22, 0.06)
      return
    case 'double':
      knock(ctx, at)
      knock(ctx, at + 0.12)
      return
    case 'refuse':
      tone(ctx, at, 185, 0.12, 0.08)
      return
  }
}

/** A card on cloth: filtered noise that dies quickly. */
function swish(ctx: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  noise ??= whiteNoise(ctx)
  const source = new AudioBufferSourceNode(ctx, { buffer: noise })
  const filter = new BiquadFilterNode(ctx, { type: 'bandpass', frequency: pitch, Q: 0.8 })
  source
    .connect(filter)
    .connect(fade(ctx, at, length, loud))
    .connect(ctx.destination)
  source.start(at, Math.random() * 0.5, length)
}

/** A hand on the table: a low tone that falls, with a little wood in it. */
function knock(ctx: AudioContext, at: number): void {
  const wave = new OscillatorNode(ctx, { type: 'sine', frequency: 140 })
  wave.frequency.exponentialRampToValueAtTime(55, at + 0.12)
  wave.connect(fade(ctx, at, 0.16, 0.7)).connect(ctx.destination)
  wave.start(at)
  wave.stop(at + 0.18)
  swish(ctx, at, 0.03, 900, 0.3)
}

function tone(ctx: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const wave = new OscillatorNode(ctx, { type: 'triangle', frequency: pitch })
  wave.connect(fade(ctx, at, length, loud)).connect(ctx.destination)
  wave.start(at)
  wave.stop(at + length + 0.02)
}

function fade(ctx: AudioContext, at: number, length: number, loud: number): GainNode {
  const gain = new GainNode(ctx, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.006)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  return gain
}

function whiteNoise(ctx: AudioContext): AudioBuffer {
  const buffer = ctx.createBuffer(1, ctx.sampleRate, ctx.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1
  return buffer
}

/** A short buzz where the device has one. */
export function buzz(pattern: number | number[]): void {
  if (touched()) navigator.vibrate?.(pattern)
}
