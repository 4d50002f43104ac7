import { mount } from 'svelte'
import './styles/tokens.css'
import './styles/ui.css'
import App from './App.svelte'
import { deck } from './deck.svelte'
import { applyTheme, settings } from './settings.svelte'
import { speech } from './speech.svelte'

applyTheme()
// The words decide what the first screen looks like; the cards may come after it.
void speech.use(settings.language, settings.vocabulary).then(() => {
  mount(App, { target: document.getElementById('app') as HTMLElement })
  void deck.load()
})

// The client works as an installed app: its files are kept, once there is nothing better to do.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  addEventListener('load', () => {
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), 3000)
  })
}
