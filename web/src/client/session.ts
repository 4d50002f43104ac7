/** Who we are to the server. Whoever comes without a name gets one; nobody needs an account. */
import { change, settings } from '../settings.svelte'
import { say } from '../speech.svelte'
import { ApiError, api } from './api'
import { pause } from './line.svelte'

/** Be somebody: resolves when the server knows us; without a line it is tried again. */
export async function enter(): Promise<void> {
  for (;;) {
    try {
      await known().catch(() => api.enter(settings.name || say('ui.home.guest')))
      break
    } catch (fault) {
      if (fault instanceof ApiError && fault.status < 500) throw fault
      await pause()
    }
  }
  if (!settings.known) change({ known: true })
}

const known = () => (settings.known ? api.session() : Promise.reject())
