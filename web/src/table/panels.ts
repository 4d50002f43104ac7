/** What opens over the table. */
export type PanelName = 'menu' | 'score' | 'last' | 'talk' | 'board' | 'people' | 'settings'
