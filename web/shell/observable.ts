/** A value with subscribers: the state of a view model, to which a view subscribes. */
export interface Observable<State> {
  get: () => State
  subscribe: (listener: () => void) => () => void
}

export interface Settable<State> extends Observable<State> {
  set: (next: State) => void
}

export const observable = <State>(initial: State): Settable<State> => {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
