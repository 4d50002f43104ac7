/** As much Markdown as the rules use: headings, paragraphs, lists, tables, bold, italic, rule numbers. */

const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

function inline(text: string): string {
  return escaped(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/\*(.+?)\*/g, '<em>$1</em>')
    .replace(/\[([A-Z]\d+)\]/g, '<small id="$1">$1</small>')
}

const cells = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))

function table(lines: string[]): string {
  const row = (line: string, tag: string) =>
    `<tr>${cells(line)
      .map((cell) => (cell ? `<${tag}>${cell}</${tag}>` : '<td></td>'))
      .join('')}</tr>`
  const body = lines.slice(2).map((line) => row(line, 'td'))
  return `<table><thead>${row(lines[0], 'th')}</thead><tbody>${body.join('')}</tbody></table>`
}

function list(lines: string[], tag: 'ul' | 'ol'): string {
  return `<${tag}>${lines.map((line) => `<li>${inline(line.replace(/^(- |\d+\. )/, ''))}</li>`).join('')}</${tag}>`
}

function block(text: string): string {
  const lines = text.split('\n')
  const heading = /^(#{1,3}) (.+)$/.exec(lines[0])
  if (heading) return `<h${heading[1].length}>${inline(heading[2])}</h${heading[1].length}>`
  if (lines[0].startsWith('|')) return table(lines)
  if (lines[0].startsWith('- ')) return list(lines, 'ul')
  if (/^\d+\. /.test(lines[0])) return list(lines, 'ol')
  return `<p>${inline(lines.join(' '))}</p>`
}

/** Return the text as HTML; everything in it is escaped. */
export function markdown(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map(block)
    .join('\n')
}
