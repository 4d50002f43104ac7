/** How many skills are due, for the bar of places: known before the trainer itself is loaded. */
export const KEY = 'batarde.training'

class Waiting {
  due = $state(0)

  /** Look again: time has passed, or something was learned. */
  look(): void {
    this.due = counted()
  }
}

function counted(): number {
  try {
    const skills = JSON.parse(localStorage.getItem(KEY) ?? '{}').skills ?? {}
    const now = Date.now()
    return Object.values(skills).filter((one) => (one as { due: number }).due <= now).length
  } catch {
    return 0 // storage may be forbidden, and what is in it may be anything
  }
}

export const waiting = new Waiting()
