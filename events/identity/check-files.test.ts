import { expect, it } from "vitest";
import { queues } from "../../contract/queues.ts";
import * as Documents from "../../core/identity/kyc/documents/index.ts";
import { createMember } from "../../tests/support/bank.ts";
import { batchOf } from "../../tests/support/batch.ts";
import { withDatabase } from "../../tests/support/database.ts";
import { withObjects } from "../../tests/support/objects.ts";
import { plainJpeg } from "../../tests/support/pictures.ts";
import { handler } from "./check-files.ts";

withDatabase();
withObjects();

it("rejects a file at its queue's last delivery, so that it does not become a dead letter", async () => {
  const actor = await createMember();
  const { userId, documentId } = await Documents.submit(
    actor,
    { documentType: "passport", side: "front" },
    plainJpeg(),
  );
  const body = JSON.stringify({ id: "evt_1", type: "kyc-uploaded", payload: { userId, documentId } });
  const { maxReceives } = queues["identity-files"];
  expect(await handler(batchOf([body], maxReceives))).toEqual({ batchItemFailures: [] });
  const { documents, uploads } = await Documents.list(actor);
  expect(documents).toEqual([]);
  expect(uploads).toMatchObject([
    { documentId, refusal: { en: expect.stringMatching(/could not be checked/) } },
  ]);
});
