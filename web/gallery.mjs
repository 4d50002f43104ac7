// The gallery in a real browser, for pictures and measurements.
import { chromium } from 'playwright-core'
import { build, preview } from 'vite'

const MADE = { outDir: 'node_modules/.gallery', emptyOutDir: true }

/** Builds and serves the gallery; returns its address, a browser, and what ends both. */
export async function openGallery() {
  await build({ mode: 'gallery', logLevel: 'error', build: MADE })
  const server = await preview({
    build: MADE,
    preview: { port: 0, host: '127.0.0.1' },
    logLevel: 'error',
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  return {
    url: `http://127.0.0.1:${server.httpServer.address().port}/gallery.html`,
    browser,
    close: async () => {
      await browser.close()
      await server.close()
    },
  }
}
