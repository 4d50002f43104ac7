// T tables of 4 clients of boardgame.io, each playing as fast as it can. The time of a move is from
// sending it until all four clients have it.
const { io } = require('socket.io-client')

const [url, tables, seconds] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])]
let counting = false
const times = []

class Table {
  constructor(id) {
    this.id = id
    this.seen = 0
    this.sent = 0
  }

  arrived() {
    this.seen += 1
    if (this.seen === 4 && counting) times.push(performance.now() - this.sent)
  }
}

function join(table, seat, matchID) {
  const socket = io(`${url}/batarde`, { transports: ['websocket'], forceNew: true })
  const move = (state) => {
    const { G, ctx, _stateID } = state
    if (ctx.currentPlayer !== seat) return
    const hand = G.hands[seat]
    const choices = G.legal?.length > 0 ? G.legal : hand
    const card = choices[Math.floor(Math.random() * choices.length)]
    const payload = { type: 'play', args: [card], playerID: seat }
    table.seen = 0
    table.sent = performance.now()
    socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, matchID, seat)
  }
  let started = false
  socket.on('sync', (_id, sync) => {
    if (!started) setTimeout(() => move(sync.state), 500 + tables * 4)
    started = true
  })
  socket.on('update', (_id, state) => {
    table.arrived()
    move(state)
  })
  return new Promise((resolve) => {
    socket.on('connect', () => {
      socket.emit('sync', matchID, seat, undefined, 4)
      resolve(socket)
    })
  })
}

async function main() {
  // The first to ask for a match that does not exist makes it.
  for (let n = 0; n < tables; n++) {
    const table = new Table(`table-${process.pid}-${n}`)
    await join(table, '0', table.id)
    await Promise.all(['1', '2', '3'].map((seat) => join(table, seat, table.id)))
  }
  await new Promise((resolve) => setTimeout(resolve, 1500 + tables * 4))
  counting = true
  const start = performance.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  counting = false
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share) => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2))
  const rate = Math.round(times.length / took)
  console.log(JSON.stringify({ tables, moves_per_s: rate, p50_ms: at(0.5), p99_ms: at(0.99) }))
  process.exit(0)
}

main()
