/**
 * State machines as tables: for each event, the state that follows each state in which the event may happen. The check
 * of an event and the diagram on docs/STATES.md derive from the table.
 */

/** The state of a thing that does not exist: before it is created, or after it is deleted. */
const NONE = "none";

type Table<State extends string> = Readonly<
  Record<string, Readonly<Partial<Record<State | typeof NONE, State | typeof NONE>>>>
>;
/** The states that an event may lead to. */
type Target<T, Event extends keyof T> = T[Event][keyof T[Event]];

export class StateMachine<State extends string = string, const T extends Table<State> = Table<State>> {
  readonly states: readonly State[];
  readonly transitions: T;

  constructor(states: readonly State[], transitions: T) {
    this.states = states;
    this.transitions = transitions;
  }

  /** Returns the state after an event; undefined if the event may not happen in this state. */
  next<Event extends keyof T>(from: State | typeof NONE, event: Event): Target<T, Event> | undefined {
    const row: Readonly<Record<string, unknown>> | undefined = this.transitions[event];
    return row?.[from] as Target<T, Event> | undefined;
  }

  /** Returns the state after an event. @throws TypeError if the event may not happen in this state */
  assertTransition<Event extends keyof T>(from: State | typeof NONE, event: Event): Target<T, Event> {
    const to = this.next(from, event);
    if (to === undefined)
      throw new TypeError(`the event ${String(event)} may not happen in the state ${from}`);
    return to;
  }

  /** Returns the states in which an event may happen. */
  sources(event: keyof T): State[] {
    return this.states.filter((state) => this.next(state, event) !== undefined);
  }

  /** Returns whether nothing happens any more in a state. */
  isFinal(state: State): boolean {
    return Object.keys(this.transitions).every((event) => this.next(state, event) === undefined);
  }
}

/** Defines a state machine. @param states all its states @param transitions by event, the state after each state */
/* @__NO_SIDE_EFFECTS__ */
export const defineTransitions = <State extends string, const T extends Table<State>>(
  states: readonly State[],
  transitions: T,
): StateMachine<State, T> => new StateMachine(states, transitions);
