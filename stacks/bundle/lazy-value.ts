/** A value that is made when it is first read. */
export class Lazy<T> {
  #make: (() => T) | undefined;
  #made: T | undefined;

  constructor(make: () => T) {
    this.#make = make;
  }

  get value(): T {
    if (this.#make) {
      this.#made = this.#make();
      this.#make = undefined;
    }
    return this.#made as T;
  }
}

/** What a getter gives: made when it is first asked for, and a property like any other from then on. */
export function once<T>(of: object, name: string, make: () => T): T {
  const value = make();
  Object.defineProperty(of, name, { value, enumerable: true, writable: true, configurable: true });
  return value;
}
