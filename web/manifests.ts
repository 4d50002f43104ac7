/** The app's manifest in each language: what `public/manifest.webmanifest` says, in other words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { LANGUAGES } from './src/facts.ts'

export function manifests(pattern: string, words: string): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    generateBundle() {
      const shared = JSON.parse(readFileSync(pattern, 'utf8'))
      for (const lang of LANGUAGES) {
        const { messages } = JSON.parse(readFileSync(join(words, `${lang}.json`), 'utf8'))
        const source = JSON.stringify({ ...shared, lang, description: messages['ui.description'] })
        this.emitFile({ type: 'asset', fileName: `manifest.${lang}.webmanifest`, source })
      }
    },
  }
}
