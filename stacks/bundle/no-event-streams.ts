/**
 * Stands in for `@smithy/core/event-streams` in a Lambda's bundle. The SDK's protocol code loads that module
 * for operations that answer with a stream of events (S3 Select, Transcribe); none of ours does, and every
 * bundle would carry its 15 KB.
 */

const refuse = (): never => {
  throw new Error("this bundle has no event streams: see stacks/bundle/no-event-streams.ts");
};

export class EventStreamSerde {
  serializeEventStream = refuse;
  deserializeEventStream = refuse;
}

export const eventStreamSerdeProvider = (): object => ({ serialize: refuse, deserialize: refuse });

/** Clients of services that know event streams (S3) ask for this at construction, whatever they do later. */
export const resolveEventStreamSerdeConfig = <T extends object>(config: T): T =>
  Object.assign(config, { eventStreamMarshaller: eventStreamSerdeProvider() });
