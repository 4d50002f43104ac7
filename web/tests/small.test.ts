import { describe, expect, it } from 'vitest'
import { markdown } from '../src/pages/markdown'
import { parse } from '../src/router.svelte'
import { restore } from '../src/settings.svelte'

describe('the address', () => {
  it.each([
    ['/', '', { at: 'home' }],
    ['/t/new', '', { at: 'new', isPublic: false }],
    ['/t/k7qf2', '', { at: 'table', code: 'K7QF2' }],
    ['/g/abc', '#12', { at: 'game', id: 'abc', step: 12 }],
    ['/g/abc', '', { at: 'game', id: 'abc', step: null }],
    ['/verify', '#abc', { at: 'verify', id: 'abc' }],
    ['/rules/', '', { at: 'rules' }],
    ['/learn', '', { at: 'rules' }],
    ['/learn/train', '', { at: 'train' }],
    ['/learn/train/due', '', { at: 'drill', mode: 'due', kind: 'all' }],
    ['/learn/train/exam', '', { at: 'lost' }],
    ['/learn/train/due/now', '', { at: 'lost' }],
    ['/me', '', { at: 'me' }],
    ['/nowhere', '', { at: 'lost' }],
    ['/t/a/b', '', { at: 'lost' }],
  ])('%s%s', (path, hash, route) => expect(parse(path, hash)).toEqual(route))

  it('says which drill', () =>
    expect(parse('/learn/train/test', '', '?kind=duty')).toEqual({
      at: 'drill',
      mode: 'test',
      kind: 'duty',
    }))
})

describe('settings', () => {
  const base = restore(null)
  it('survive nonsense', () => {
    expect(restore('{', base)).toEqual(base)
    expect(restore('null', base)).toEqual(base)
    expect(restore('{"sounds":"loud","more":1,"language":"xx"}', base)).toEqual(base)
  })
  it('are taken field by field', () => expect(restore('{"sounds":false}', base).sounds).toBe(false))
})

describe('markdown', () => {
  it('knows what the rules use', () => {
    expect(markdown('# A\n\n- **b** *c* [P3]\n- d')).toBe(
      '<h1>A</h1>\n<ul><li><strong>b</strong> <em>c</em> <small id="P3">P3</small></li><li>d</li></ul>',
    )
    expect(markdown('| a | b |\n| --- | --- |\n| 1 | 2 |')).toContain('<td>2</td>')
  })
  it('escapes what could be markup', () =>
    expect(markdown('<script>')).toBe('<p>&lt;script&gt;</p>'))
})
