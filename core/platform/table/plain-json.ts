import { AwsJson1_0Protocol } from "@aws-sdk/core/protocols";

/**
 * DynamoDB's protocol (AWS JSON 1.0) with bodies as they are. `wire.ts` has made attribute values of them already, and the
 * SDK's own codec walks each of them once more, by the service's schema: more than half of a call's own time. What that walk
 * converts is bytes and timestamps, which no attribute and no call of ours has. Errors are read by the SDK as ever.
 */
export class PlainJsonProtocol extends AwsJson1_0Protocol {
  constructor(settings: ConstructorParameters<typeof AwsJson1_0Protocol>[0]) {
    super(settings);
    this.serializer = serializer();
    this.deserializer = { read: (_, data) => JSON.parse(textOf(data)) as unknown, setSerdeContext: ignored };
  }
}

const ignored = (): void => undefined;
const decoder = new TextDecoder();
const textOf = (data: string | Uint8Array): string =>
  typeof data === "string" ? data : decoder.decode(data);

/** Nothing waits between `write` and `flush`, so one serves all calls. */
function serializer(): AwsJson1_0Protocol["serializer"] {
  let written: unknown;
  return {
    write: (_, value) => {
      written = value;
    },
    flush: () => {
      const bytes = Buffer.from(JSON.stringify(written));
      written = undefined;
      return bytes;
    },
    setSerdeContext: ignored,
  };
}
