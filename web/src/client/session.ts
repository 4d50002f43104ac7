/** Who we are to the server: somebody, with a name or without. Nobody needs an account. */
import { change, settings } from '../settings.svelte'
import { ApiError, api } from './api'
import { pause } from './line.svelte'

/** Be somebody: resolves when the server knows us; without a line it is tried again. */
export async function enter(): Promise<void> {
  for (;;) {
    try {
      const met = await known().catch(() => null)
      if (met?.name !== settings.name) await introduce()
      break
    } catch (fault) {
      if (fault instanceof ApiError && fault.status < 500) throw fault
      await pause()
    }
  }
  if (!settings.known) change({ known: true })
}

/** Be called otherwise, from now on and at the table where we are. */
export async function rename(typed: string): Promise<void> {
  change({ name: typed.trim() })
  if (settings.known) await introduce().catch(() => {}) // else the next table will be told
}

const known = () => (settings.known ? api.session() : Promise.reject())

/** Tell the server our name; what it makes of it is our name then. */
async function introduce(): Promise<void> {
  const { name } = await api.enter(settings.name)
  if (name !== settings.name) change({ name })
}
