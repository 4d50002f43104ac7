/** Drawings into bitmaps, off the beaten path of the frame. */

/** Wait until the browser has a free moment. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 30)
  })

/** Let the browser do what waits before going on. */
export const breath = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Return the address of a bitmap of a drawing, or null where the browser cannot make one. */
export async function rasterise(
  drawing: string,
  width: number,
  height: number,
): Promise<string | null> {
  try {
    const image = new Image()
    image.src = drawing
    await image.decode()
    const canvas = new OffscreenCanvas(Math.round(width), Math.round(height))
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (!pen) return null
    pen.drawImage(image, 0, 0, canvas.width, canvas.height)
    const made = URL.createObjectURL(await canvas.convertToBlob())
    const ready = new Image()
    ready.src = made
    await ready.decode()
    return made
  } catch {
    return null // the drawing itself is shown then
  }
}
