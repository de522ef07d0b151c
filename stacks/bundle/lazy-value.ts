/** A value that is computed on first read. */
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

/** Computes a getter's value on first read and replaces the getter by an ordinary property. */
export function once<T>(of: object, name: string, make: () => T): T {
  const value = make();
  Object.defineProperty(of, name, { value, enumerable: true, writable: true, configurable: true });
  return value;
}
