import { observable, type Settable } from './observable.ts'

/** A record that screens watch, changed field by field. */
export interface Store<T> extends Settable<T> {
  /** Listeners are called only when a field changes. */
  update(change: Partial<T>): void
}

export const createStore = <T extends object>(initial: T): Store<T> => {
  const whole = observable(initial)
  return {
    ...whole,
    update: (change) => {
      const value = whole.get()
      const isChanged = (Object.keys(change) as (keyof T)[]).some(
        (key) => !Object.is(change[key], value[key]),
      )
      if (isChanged) whole.set({ ...value, ...change })
    },
  }
}
