import { mount } from 'svelte'
import '../styles/tokens.css'
import '../styles/ui.css'
import { deck } from '../deck.svelte'
import type { Mat, Theme } from '../settings.svelte'
import { applyTheme, settings } from '../settings.svelte'
import { speech } from '../speech.svelte'
import type { Language, Vocabulary } from '../words'
import Gallery from './Gallery.svelte'

const query = new URLSearchParams(location.search)
settings.language = (query.get('lang') ?? 'fr') as Language
settings.vocabulary = (query.get('words') ?? '2023') as Vocabulary
settings.theme = (query.get('theme') ?? 'light') as Theme
settings.mat = (query.get('mat') ?? 'purple') as Mat
settings.known = query.get('scene') === 'home' && !query.has('new')
applyTheme()
await Promise.all([speech.use(settings.language, settings.vocabulary), deck.load()])
mount(Gallery, { target: document.getElementById('app') as HTMLElement })
document.body.dataset.ready = 'yes'
