import { useCallback, useState } from "react";

/**
 * The idempotency key of a write. It is stored in the tab until the write has an answer, so that a second attempt after a
 * lost connection or a reload of the page executes nothing twice. Another body has another key.
 */

const stored = (flow: string, body: unknown): string => `svc.key.${flow}.${JSON.stringify(body)}`;

export function keyFor(flow: string, body: unknown): string {
  const name = stored(flow, body);
  const known = sessionStorage.getItem(name);
  if (known !== null) return known;
  const key = crypto.randomUUID();
  sessionStorage.setItem(name, key);
  return key;
}

/** Forgets the key of a write that has been executed: the same body is then a new wish of the user. */
export const forgetKey = (flow: string, body: unknown): void => sessionStorage.removeItem(stored(flow, body));

/** State that survives a reload of the page, such as the draft of a payment. */
export function useDraft<T>(name: string, initial: T): [T, (next: T) => void, () => void] {
  const key = `svc.draft.${name}`;
  const [value, setValue] = useState<T>(() => {
    const saved = sessionStorage.getItem(key);
    return saved === null ? initial : (JSON.parse(saved) as T);
  });
  const change = useCallback(
    (next: T) => {
      sessionStorage.setItem(key, JSON.stringify(next));
      setValue(next);
    },
    [key],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(key);
    setValue(initial);
  }, [key, initial]);
  return [value, change, clear];
}
