/** Failures of calls to a user's address. The messages are the platform's own, so they can be shown to the user. */

export type FailureKind =
  /** The address is not allowed: nothing was sent. */
  | "refused"
  /** Its host name has no address: nothing was sent. */
  | "unresolved"
  /** The exchange took too long. */
  | "timeout"
  /** No connection, one that broke, or no HTTP on it. */
  | "connection"
  /** The certificate is not valid for the host, or TLS negotiation failed. */
  | "tls";

export class EgressFailure extends Error {
  override readonly name = "EgressFailure";
  readonly kind: FailureKind;
  /** The status, if a response had begun. */
  readonly status: number | undefined;

  constructor(
    kind: FailureKind,
    message: string,
    options: { status?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.kind = kind;
    this.status = options.status;
  }
}

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before the answer was complete",
  EPIPE: "the connection was closed before the answer was complete",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  ETIMEDOUT: "the host cannot be reached",
};

const TLS = /^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO)/;

const codeOf = (error: unknown): string => {
  // The errors of several attempted addresses come as one error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && "code" in first ? String(first.code) : "";
};

/** Converts an error of Node. */
export function failureOf(cause: unknown, status?: number): EgressFailure {
  if (cause instanceof EgressFailure) return cause;
  const code = codeOf(cause);
  if (TLS.test(code))
    return new EgressFailure("tls", `the certificate or TLS of the host does not hold (${code})`, {
      status,
      cause,
    });
  if (code.startsWith("HPE_"))
    return new EgressFailure("connection", "the answer is not HTTP", { status, cause });
  const sentence = Object.hasOwn(sentences, code) ? sentences[code] : undefined;
  return new EgressFailure("connection", sentence ?? "the connection failed", { status, cause });
}
