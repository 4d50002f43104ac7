// The HTTP side of the server.

import type { GameList, NewTable, Problem, Session, TableList, TableSummary } from '../protocol'
import { line } from './line.svelte'

/** What the server refused, by its stable code. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

export const api = {
  session: (): Promise<Session> => request('GET', '/api/session'),
  enter: (name: string): Promise<Session> => request('POST', '/api/session', { name }),
  tables: (): Promise<TableList> => request('GET', '/api/tables'),
  table: (code: string): Promise<TableSummary> =>
    request('GET', `/api/tables/${encodeURIComponent(code)}`),
  makeTable: (table: NewTable): Promise<TableSummary> => request('POST', '/api/tables', table),
  myGames: (before?: number): Promise<GameList> =>
    request('GET', `/api/games?mine=1${before ? `&before=${before}` : ''}`),
  record: (game: string): Promise<unknown> =>
    request('GET', `/api/games/${encodeURIComponent(game)}/record`),
  bots: (): Promise<string[]> => request('GET', '/api/bots'),
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const options: RequestInit = { method, credentials: 'same-origin' }
  if (body !== undefined) {
    options.headers = { 'content-type': 'application/json' }
    options.body = JSON.stringify(body)
  }
  const response = await fetch(path, options).catch((fault: unknown) => {
    line.down()
    throw fault
  })
  line.up()
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => null)) as Problem | null
  throw new ApiError(response.status, problem?.code ?? 'http', problem?.message ?? '')
}
