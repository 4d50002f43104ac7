import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { manifests } from './manifests.ts'
import { shell } from './shell.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The first screen is set in these and shows these: they are fetched with the styles, not after them. */
const FIRST = /cabin-latin-(400|600)|vollkorn-latin-600|deck-.*svg$/
const preloadFirst: Plugin = {
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => FIRST.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            crossorigin: '',
            ...(file.endsWith('.svg') ? { as: 'fetch' } : { as: 'font', type: 'font/woff2' }),
          },
          injectTo: 'head',
        })),
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    preloadFirst,
    mode === 'test' && svelteTesting(),
    manifests(here('public/manifest.webmanifest'), here('../src/batarde/words')),
    mode === 'production' && shell(here('sw.js')),
  ],
  resolve: { alias: { '@words': here('../src/batarde/words') } },
  server: { port: 5173, fs: { allow: [here('..')] } },
  build: {
    outDir: here('../src/batarde/static'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The gallery shows every component in every state; it is for development and not shipped.
    rollupOptions: {
      input: mode === 'gallery' ? here('gallery.html') : here('index.html'),
      // Compressing every file well takes its seconds, once.
      checks: { bundlerTimings: false },
    },
  },
  test: { environment: 'happy-dom', include: ['tests/**/*.test.ts'] },
}))
