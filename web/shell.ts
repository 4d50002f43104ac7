/** After the build: the service worker that keeps the client's files, and each file compressed. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const PACKED = /\.(js|css|html|json|svg|webmanifest)$/
const LEAST = 600

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

export function shell(worker: string): Plugin {
  return {
    name: 'shell',
    apply: 'build',
    writeBundle({ dir }) {
      if (!dir) return
      writeWorker(dir, worker)
      for (const file of filesIn(dir)) if (PACKED.test(file)) pack(file)
    },
  }
}

function writeWorker(folder: string, worker: string): void {
  const files = filesIn(folder).sort()
  const hash = createHash('sha256')
  for (const file of files) hash.update(readFileSync(file))
  const paths = files.map((file) => file.slice(folder.length).replaceAll('\\', '/'))
  const shown = paths.map((path) => (path === '/index.html' ? '/' : path))
  const text = readFileSync(worker, 'utf8')
    .replace('__SHELL__', `batarde-${hash.digest('hex').slice(0, 12)}`)
    .replace('__FILES__', JSON.stringify(shown))
  writeFileSync(join(folder, 'sw.js'), text)
}

/** Write a file's compressed twins; the server gives each browser the smallest it understands. */
function pack(file: string): void {
  const content = readFileSync(file)
  if (content.length < LEAST) return
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }))
}
