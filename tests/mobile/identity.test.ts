import { beforeEach, describe, expect, it } from "vitest";
import * as Documents from "../../core/identity/kyc/documents/index.ts";
import { MAX_API_BYTES, RETENTION_DAYS } from "../../core/identity/kyc/documents/schema.ts";
import * as Kyc from "../../core/identity/kyc/index.ts";
import * as Review from "../../core/identity/kyc/verification/review.ts";
import * as Users from "../../core/identity/users.ts";
import * as Ids from "../../core/kernel/ids/index.ts";
import { walletId } from "../../core/ledger/accounts.ts";
import * as Objects from "../../core/platform/objects.ts";
import { newEmail } from "../support/addresses.ts";
import { App } from "../support/app.ts";
import { signBody } from "../support/bank.ts";
import { hostileFiles } from "../support/hostile-files.ts";
import { onWeb } from "../support/identity.ts";
import { createFundedWallet } from "../support/ledger.ts";
import { createUser, tokenOf } from "../support/people.ts";
import * as Pictures from "../support/pictures.ts";
import { type Answer, withPlatform } from "../support/platform.ts";

/** Identity verification by the app, the bank and an administrator. */

const platform = withPlatform();

let app: App;
let userId: string;
beforeEach(async () => {
  app = new App(platform);
  ({ id: userId } = await app.register(newEmail(), "Analytical1!"));
});

interface Json {
  readonly [field: string]: unknown;
}

function formOf(fields: Readonly<Record<string, string | Buffer>>, name = "IMG_0001.jpg"): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(field, value);
    else form.append(field, new Blob([new Uint8Array(value)]), name);
  }
  return form;
}

const upload = (
  fields: Readonly<Record<string, string | Buffer>> = {},
  by: App = app,
): Promise<Answer<Json & { documentId: string }>> =>
  by.call("POST", "/identity/documents/upload", {
    body: formOf({ documentType: "passport", document: Pictures.jpeg(), ...fields }),
  });
const selfie = (file = Pictures.jpeg(), by: App = app): Promise<Answer<Json>> =>
  by.call("POST", "/identity/selfie", { body: formOf({ selfie: file }) });
const start = (by: App = app): Promise<Answer<Json & { verificationId: string }>> =>
  by.call("POST", "/identity/verification/start");
const status = async (by: App = app): Promise<Json> => (await by.call<Json>("GET", "/identity/status")).body;
const documents = async (by: App = app) =>
  (await by.call<{ documents: Json[] }>("GET", "/identity/documents")).body.documents;

/** Uploads all required documents, and waits for their checks. */
async function uploadAllDocuments(by: App = app): Promise<void> {
  for (const answer of [await upload({}, by), await selfie(Pictures.jpeg(), by)])
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await platform.drain();
}

/** Makes the queue of uploaded files unavailable, so that no file is checked. @returns a function that ends it */
function holdChecks(): () => Promise<unknown> {
  const set = (rate: number) => platform.faults.set({ dependency: "sqs", kind: "error", rate });
  set(1);
  return () => {
    set(0);
    return platform.drain();
  };
}

/** Lists the keys of the user's files, before and after their check. */
const storedKeys = async (...folders: readonly string[]): Promise<string[]> =>
  (
    await Promise.all(
      (folders.length > 0 ? folders : ["uploads", "documents"]).map((folder) =>
        Array.fromAsync(Objects.keys("identity", `${folder}/${userId}/`)),
      ),
    )
  ).flat();

const readStoredFile = async (documentId: string): Promise<Buffer | undefined> =>
  Objects.read({ bucket: "identity", key: `documents/${userId}/${documentId}` }, 1e9);

/** Sends an event of the bank. */
async function sendBankEvent(type: string, data: object, more: object = {}): Promise<void> {
  const body = JSON.stringify({ eventId: Ids.secret(9), type, data, ...more });
  const { bankProvider, webhookSecrets } = platform.seed;
  const answer = await fetch(`${platform.url}/api/webhooks/bank`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      [`${bankProvider}-signature`]: signBody(body, webhookSecrets.bank),
    },
    body,
  });
  expect(answer.status).toBe(200);
}

describe("a document", () => {
  it("is uploaded as a form, and stored without the picture's location and camera", async () => {
    const release = holdChecks();
    const { status: code, body } = await upload();
    expect(code).toBe(200);
    expect(body).toMatchObject({
      documentId: expect.stringMatching(/^doc_/),
      status: "pending_verification",
      uploadedAt: expect.any(String),
    });
    expect(await readStoredFile(body.documentId)).toBeUndefined();
    expect(await documents()).toMatchObject([{ status: "pending_verification", format: null }]);
    await release();
    const storedFile = await readStoredFile(body.documentId);
    expect(storedFile?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    for (const secret of Pictures.METADATA) expect(storedFile?.includes(secret)).toBe(false);
    expect(await documents()).toEqual([
      {
        ...{ documentId: body.documentId, documentType: "passport", side: "front", format: "jpeg" },
        ...{ status: "pending_verification", bytes: storedFile?.length, uploadedAt: body["uploadedAt"] },
        ...{ reason: null, reasons: [] },
      },
    ]);
  });

  it.each([
    ["PNG", Pictures.png(), "jpeg"],
    ["PDF", Pictures.pdf(), "pdf"],
  ])("can be a %s, regardless of its file name", async (_, document, format) => {
    expect((await upload({ documentType: "proof_of_address", document })).status).toBe(200);
    await platform.drain();
    expect(await documents()).toMatchObject([{ format, status: "pending_verification" }]);
  });

  it("in HEIC format gets 415 with a solution in English and French", async () => {
    for (const [locale, words] of [
      ["en", /HEIC format, which is not supported.*JPEG, PNG, PDF.*asks for a JPEG/],
      ["fr", /format HEIC, qui n'est pas pris en charge.*JPEG, PNG, PDF.*demande un JPEG/],
    ] as const) {
      const answer = await app.call<Json>("POST", "/identity/documents/upload", {
        body: formOf({ documentType: "passport", document: Pictures.heic() }),
        headers: { "accept-language": locale },
      });
      expect([answer.status, answer.body["error"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
      expect(answer.body["message"]).toMatch(words);
    }
    expect(await documents()).toEqual([]);
  });

  it("replaces the previous document of its type and side, whose file is deleted", async () => {
    const first = await upload();
    await platform.drain();
    const second = await upload();
    await upload({ side: "back", documentType: "national_id" });
    await platform.drain();
    expect((await documents()).map((one) => [one["documentId"], one["side"]])).toEqual([
      [second.body.documentId, "front"],
      [expect.any(String), "back"],
    ]);
    expect(await readStoredFile(first.body.documentId)).toBeUndefined();
    expect(await readStoredFile(second.body.documentId)).toBeDefined();
  });

  it.each([
    ["an unknown type", { documentType: "library_card" }, "documentType"],
    ["an unknown side", { side: "top" }, "side"],
    ["an unknown field", { userId: "usr_another" }, "userId"],
    ["an empty file", { document: Buffer.alloc(0) }, "document"],
    ["a text instead of a file", { document: "a passport" }, "document"],
  ])("is rejected with the field's name for %s", async (_, fields, field) => {
    const answer = await upload(fields as Record<string, string | Buffer>);
    expect([answer.status, answer.body["error"]]).toEqual([400, "INVALID_REQUEST"]);
    expect(answer.body["details"]).toMatchObject([{ field, message: expect.any(String) }]);
    expect(await documents()).toEqual([]);
  });

  it.each([
    ["an HTML page", Buffer.from("<html><script>")],
    ["an archive before a picture", Buffer.concat([Buffer.from("PK\u0003\u0004"), Pictures.jpeg()])],
  ])("gets 415 with the accepted formats for %s", async (_, document) => {
    const answer = await upload({ document });
    expect([answer.status, answer.body["error"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    expect(answer.body["message"]).toMatch(/JPEG, PNG, PDF/);
    expect(await documents()).toEqual([]);
  });

  it.each([
    ["a PDF with a script", Pictures.pdf("<< /S /JavaScript >>"), /contains scripts/, /contient des scripts/],
    ["half a picture", Pictures.jpeg().subarray(0, 400), /is damaged/, /est endommagé/],
  ])("becomes rejected with a reason in both languages, and is deleted, if it is %s", async (...row) => {
    const [, document, en, fr] = row;
    expect((await upload({ document })).body["status"]).toBe("pending_verification");
    await platform.drain();
    for (const [locale, words] of [
      ["en", en],
      ["fr", fr],
    ] as const) {
      const { body } = await app.call<{ documents: Json[] }>("GET", "/identity/documents", {
        headers: { "accept-language": locale },
      });
      expect(body.documents).toMatchObject([{ status: "rejected", reason: expect.stringMatching(words) }]);
    }
    const subject = "Un fichier de votre vérification n'a pas été accepté";
    const { email } = (await Users.fromId(userId)) ?? { email: "" };
    const letter = platform.mail(email).find((one) => one.subject === subject);
    expect(letter?.text).toMatch(/Le fichier de votre passeport .* Déposez-le à nouveau dans l'application/);
    expect(letter?.text).toMatch(fr);
    const { body: inbox } = await app.call<{ notifications: Json[] }>("GET", "/notifications/history");
    expect(inbox.notifications).toContainEqual(
      expect.objectContaining({
        type: "kyc-file-rejected",
        title: subject,
        body: expect.stringMatching(fr),
      }),
    );
    expect(await storedKeys()).toEqual([]);
    await selfie();
    await platform.drain();
    expect((await start()).body).toMatchObject({
      error: "DOCUMENTS_MISSING",
      details: { refused: [{ slot: "passport.front" }] },
    });
    expect(await status()).toMatchObject({ nextStep: "upload_documents" });
  });

  it("is accepted for the check, and decided by it, if it is one of the files that stopped the platform", async () => {
    for (const { make } of hostileFiles.filter(({ name }) => name.startsWith("PDF of")).slice(0, 5)) {
      expect((await upload({ document: await make(84_000) })).status).toBe(200);
      await platform.drain();
      expect((await documents()).map((one) => one["status"])).not.toContain("in_review");
    }
  });

  it("is not in a verification while it is checked: the start says so, and works afterwards", async () => {
    const release = holdChecks();
    await upload();
    await selfie();
    expect(await start()).toMatchObject({
      status: 409,
      body: {
        error: "DOCUMENTS_BEING_CHECKED",
        details: { checking: ["passport.front", "selfie.front"] },
      },
    });
    expect(await status()).toMatchObject({ missing: [], nextStep: "wait" });
    await release();
    expect(await status()).toMatchObject({ nextStep: "start_verification" });
    expect((await start()).status).toBe(200);
  });

  it("is accepted up to 5 MB, and gets 413 with a solution if it is larger", async () => {
    expect((await upload({ document: Pictures.largeJpeg(MAX_API_BYTES) })).status).toBe(200);
    for (const bytes of [MAX_API_BYTES + 1, MAX_API_BYTES + 200_000]) {
      const answer = await upload({ document: Pictures.largeJpeg(bytes) });
      expect([answer.status, answer.body["error"]]).toEqual([413, "DOCUMENT_TOO_LARGE"]);
      expect(answer.body["message"]).toMatch(/larger than 5 MB.*presign=true/);
    }
  });

  it("is rejected in a malformed form or a form with too many parts", async () => {
    const send = (body: string, type: string) =>
      fetch(`${platform.url}/api/v1/mobile/identity/documents/upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${app.accessToken}`, "content-type": type },
        body,
      });
    const part = (index: number) => `--x\r\ncontent-disposition: form-data; name="f${index}"\r\n\r\n1\r\n`;
    const many = `${Array.from({ length: 5000 }, (_, index) => part(index)).join("")}--x--\r\n`;
    for (const [body, type, code] of [
      ["--x\r\ncontent-disp", "multipart/form-data; boundary=x", 400],
      ["", "multipart/form-data; boundary=x", 400],
      ["hello", "multipart/form-data", 400],
      [many, "multipart/form-data; boundary=x", 400],
      [`${part(1)}${part(1)}--x--\r\n`, "multipart/form-data; boundary=x", 400],
      ["<xml/>", "application/xml", 415],
      ['{"documentType":"passport"}', "application/json", 400],
    ] as const)
      expect([body.slice(0, 20), (await send(body, type)).status]).toEqual([body.slice(0, 20), code]);
    expect(await documents()).toEqual([]);
  });

  it("is listed only for its owner, and its file is not accessible without a signed link", async () => {
    const { body } = await upload();
    await platform.drain();
    const other = new App(platform);
    await other.register(newEmail(), "Analytical1!");
    expect(await documents(other)).toEqual([]);
    const url = `${platform.url}/_local/objects/svc-local-identity/documents/${userId}/${body.documentId}`;
    for (const method of ["GET", "PUT", "DELETE"]) expect((await fetch(url, { method })).status).toBe(403);
  });

  it("is deleted with its file after the retention period", async () => {
    const { body } = await upload();
    await platform.drain();
    expect(await readStoredFile(body.documentId)).toBeDefined();
    await platform.advance(RETENTION_DAYS * 86_400 + 1);
    const user = await Users.fromId(userId);
    expect(user && (await Documents.list(user)).documents).toEqual([]);
    expect(await readStoredFile(body.documentId)).toBeUndefined();
  });
});

describe("a document uploaded by link", () => {
  const presign = (more: Json = {}): Promise<Answer<Json & { uploadUrl: string }>> =>
    app.call("POST", "/identity/documents/upload?presign=true", {
      body: { documentType: "passport", side: "front", size: 100, ...more },
    });
  const put = async (url: string, file: Buffer) =>
    (await fetch(url, { method: "PUT", body: new Uint8Array(file) })).status;

  it("can be larger than 5 MB, counts after its upload, and is stored without its metadata", async () => {
    const file = Pictures.largeJpeg(MAX_API_BYTES + 1_000_000);
    const { status: code, body } = await presign({ size: file.length });
    expect(code).toBe(200);
    expect(body).toMatchObject({ status: "awaiting_upload", uploadedAt: null });
    // S3 would compare the file with the checksum of an empty body.
    expect(body.uploadUrl).not.toContain("checksum");
    await selfie();
    await platform.drain();
    expect((await start()).body).toMatchObject({
      error: "DOCUMENTS_MISSING",
      details: { missing: ["identity_document"], refused: [] },
    });
    expect(await put(body.uploadUrl, file)).toBe(200);
    expect((await start()).body).toMatchObject({
      error: "DOCUMENTS_BEING_CHECKED",
      details: { checking: ["passport.front"] },
    });
    await platform.drain();
    expect((await start()).status).toBe(200);
    expect(await documents()).toMatchObject(
      [{ documentType: "selfie" }, { status: "in_review", bytes: expect.any(Number) }].toReversed(),
    );
    const storedFile = await readStoredFile(String(body["documentId"]));
    expect(storedFile?.length).toBeLessThan(1000);
    expect(await storedKeys("uploads")).toEqual([]);
  });

  it("must have the announced size, and be uploaded by PUT before its link expires", async () => {
    const file = Pictures.plainJpeg();
    const { body } = await presign({ size: file.length });
    expect(await put(body.uploadUrl, Buffer.concat([file, Buffer.from("x")]))).toBe(403);
    expect(await put(body.uploadUrl.replace(String(body["documentId"]), Ids.create("document")), file)).toBe(
      403,
    );
    expect((await fetch(body.uploadUrl)).status).toBe(403);
    expect((await presign({ size: 21_000_000 })).status).toBe(400);
    await platform.advance(901);
    expect(await put(body.uploadUrl, file)).toBe(403);
  });

  it("is rejected with a reason after the verification was started if its format is not supported", async () => {
    const file = Buffer.from("<html><script>alert(1)</script></html>");
    const { body } = await presign({ size: file.length });
    await put(body.uploadUrl, file);
    await selfie();
    await start();
    await platform.drain();
    const answer = await start();
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error: "DOCUMENTS_MISSING",
      details: {
        missing: ["identity_document"],
        refused: [{ slot: "passport.front", reason: expect.stringContaining("must be in one of") }],
      },
    });
    expect(await documents()).toContainEqual(
      expect.objectContaining({ status: "rejected", reason: expect.stringContaining("must be in one of") }),
    );
    await upload();
    await platform.drain();
    expect((await start()).status).toBe(200);
  });

  it("does not block a verification that does not need it if its format is not supported", async () => {
    const file = Buffer.from("<html><script>alert(1)</script></html>");
    const { body } = await presign({ size: file.length, documentType: "proof_of_address" });
    await put(body.uploadUrl, file);
    await upload();
    await selfie();
    await start();
    await platform.drain();
    expect(await start()).toMatchObject({ status: 200, body: { status: "in_review" } });
    expect(await documents()).toContainEqual(
      expect.objectContaining({ documentType: "proof_of_address", status: "rejected" }),
    );
  });
});

describe("a verification", () => {
  it("lists the missing documents step by step", async () => {
    const missing = async () => ((await start()).body["details"] as Json)["missing"];
    expect(await status()).toMatchObject({ status: "PENDING", level: 0, nextStep: "upload_documents" });
    expect(await missing()).toEqual(["identity_document", "selfie"]);
    await upload({ documentType: "national_id" });
    expect(await missing()).toEqual(["national_id.back", "selfie"]);
    await upload({ documentType: "national_id", side: "back" });
    await platform.drain();
    expect(await status()).toMatchObject({ missing: ["selfie"], nextStep: "take_selfie" });
    expect(await missing()).toEqual(["selfie"]);
    await selfie();
    await platform.drain();
    expect(await status()).toMatchObject({ missing: [], nextStep: "start_verification" });
    expect((await start()).body).toMatchObject({ status: "in_review", missing: [], level: 1 });
  });

  it("is decided later by the bank, which sets the user's level, and the user is notified", async () => {
    await uploadAllDocuments();
    await upload({ documentType: "proof_of_address", document: Pictures.pdf() });
    await platform.drain();
    const { body } = await start();
    expect(await status()).toMatchObject({ status: "IN_REVIEW", nextStep: "wait", level: 0 });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "IN_REVIEW" });
    await platform.advance(11);
    await platform.drain();
    expect(await status()).toMatchObject({ status: "VALIDATED", level: 2, nextStep: "none" });
    expect((await documents()).map((one) => one["status"])).toEqual(["verified", "verified", "verified"]);
    expect((await app.call("GET", "/identity/verification/status")).body).toMatchObject({
      verificationId: body.verificationId,
      status: "VALIDATED",
      decidedAt: expect.any(String),
      reasons: [],
    });
    expect((await start()).body).toMatchObject({ error: "ALREADY_VERIFIED" });
    const history = await app.call<{ notifications: Json[] }>("GET", "/notifications/history");
    expect(history.body.notifications.filter((one) => one["type"] === "kyc-decided")).toHaveLength(2);
  });

  it("starts once under parallel requests, and is sent to the bank once", async () => {
    await uploadAllDocuments();
    const answers = await Promise.all(Array.from({ length: 8 }, () => start()));
    expect(answers.map(({ status: code }) => code)).toEqual(Array(8).fill(200));
    expect(new Set(answers.map(({ body }) => body.verificationId)).size).toBe(1);
    await platform.drain();
    await platform.advance(11);
    await platform.drain();
    const history = await Kyc.history(userId);
    expect(history.map(({ decided, by }) => [decided, by])).toEqual([
      ["VALIDATED", "bank"],
      ["IN_REVIEW", "owner"],
    ]);
  });

  it("uses the documents from its start, and none can be uploaded until it is decided", async () => {
    await uploadAllDocuments();
    await start();
    const link = { documentType: "passport", size: 10 };
    for (const answer of [
      await upload(),
      await selfie(),
      await app.call("POST", "/identity/documents/upload?presign=true", { body: link }),
    ])
      expect([answer.status, answer.body["error"]]).toEqual([409, "VERIFICATION_IN_REVIEW"]);
  });

  it("starts with the old or the new document if a document is replaced concurrently", async () => {
    await uploadAllDocuments();
    const [begun, changed] = await Promise.all([start(), upload()]);
    expect([begun.status, changed.status].sort()).not.toEqual([409, 409]);
    if (begun.status === 409) expect(begun.body["error"]).toBe("DOCUMENTS_BEING_CHECKED");
    if (changed.status === 409) expect(changed.body["error"]).toBe("VERIFICATION_IN_REVIEW");
    await platform.drain();
    const verification = (await Kyc.readInputs(userId, "none")).verification;
    const handedIn = await documents();
    for (const { documentId } of verification?.documents ?? [])
      expect(handedIn.map((one) => one["documentId"])).toContain(documentId);
  });

  it("can be started again after the bank rejected it, and late events about the first one are ignored", async () => {
    await uploadAllDocuments();
    const first = (await start()).body.verificationId;
    await sendBankEvent("onboarding.rejected", { userId, verificationId: first, reason: "a forged stamp" });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "REJECTED", nextStep: "upload_documents" });
    expect(JSON.stringify((await app.call("GET", "/identity/verification/status")).body)).not.toContain(
      "forged",
    );
    await uploadAllDocuments();
    const second = (await start()).body.verificationId;
    expect(second).not.toBe(first);
    await sendBankEvent("onboarding.completed", { userId, verificationId: first, kycLevel: 3 });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "IN_REVIEW", level: 0 });
    await sendBankEvent("onboarding.completed", { userId, verificationId: second });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "VALIDATED", level: 1 });
  });

  it.each([
    ["the bank", undefined],
    ["an administrator", "ADMIN"],
  ] as const)("starts only with other documents than those that %s rejected", async (_, role) => {
    await uploadAllDocuments();
    await upload({ documentType: "proof_of_address", document: Pictures.pdf() });
    await platform.drain();
    const first = (await start()).body.verificationId;
    if (role) {
      const admin = onWeb(await createUser(role));
      await Review.decide(admin, userId, { decision: "reject", reasons: [{ code: "document_unreadable" }] });
    } else {
      await sendBankEvent("onboarding.rejected", { userId, verificationId: first });
      await platform.drain();
    }
    expect(await status()).toMatchObject({
      ...{ status: "REJECTED", nextStep: "upload_documents" },
      missing: ["identity_document", "selfie"],
    });
    const refused = await start();
    expect([refused.status, refused.body["error"]]).toEqual([409, "DOCUMENTS_MISSING"]);
    await selfie();
    await platform.drain();
    expect((await start()).body).toMatchObject({ error: "DOCUMENTS_MISSING" });
    await upload();
    await platform.drain();
    expect((await start()).status).toBe(200);
    // The rejected proof of address was not replaced, so that the verification is for the lower level.
    const { verification } = await Kyc.readInputs(userId);
    expect(verification).toMatchObject({ isOpen: true, level: 1 });
    expect(verification?.documents.map(({ documentType }) => documentType)).toEqual(["selfie", "passport"]);
  });

  it("starts with another identity document than the rejected one, and without replacing accepted ones", async () => {
    await uploadAllDocuments();
    await start();
    await Review.decide(onWeb(await createUser("ADMIN")), userId, {
      decision: "reject",
      reasons: [{ code: "document_expired", documentType: "passport" }],
    });
    expect(await status()).toMatchObject({ missing: ["identity_document"] });
    expect((await start()).body).toMatchObject({ error: "DOCUMENTS_MISSING" });
    for (const side of ["front", "back"]) await upload({ documentType: "national_id", side });
    await platform.drain();
    expect(await status()).toMatchObject({ missing: [], nextStep: "start_verification" });
    expect((await start()).status).toBe(200);
    const { verification } = await Kyc.readInputs(userId);
    expect(verification?.documents.map(({ documentType }) => documentType)).toEqual([
      "selfie",
      "national_id",
      "national_id",
    ]);
  });

  it("cannot be repeated with documents that the bank rejected after it had approved them", async () => {
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    await sendBankEvent("onboarding.completed", { userId, verificationId });
    await platform.drain();
    await sendBankEvent("onboarding.rejected", { userId });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "REJECTED", nextStep: "upload_documents" });
    expect((await start()).body).toMatchObject({ error: "DOCUMENTS_MISSING" });
  });

  it("is decided once under repeated bank events, whatever time they state", async () => {
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    const event = { eventId: Ids.secret(9), occurredAt: "2020-01-01T00:00:00Z" };
    for (let times = 0; times < 3; times++)
      await sendBankEvent("onboarding.completed", { userId, verificationId }, event);
    await sendBankEvent(
      "onboarding.rejected",
      { userId, verificationId },
      { occurredAt: "2019-01-01T00:00:00Z" },
    );
    await platform.drain();
    expect(await status()).toMatchObject({ status: "VALIDATED" });
    expect((await Kyc.history(userId)).filter(({ by }) => by === "bank")).toHaveLength(2);
  });

  it("status can be requested ten times per minute", async () => {
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await app.call("GET", "/identity/status")).status),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(2);
  });
});

describe("the limits of a level", () => {
  it("are returned with the remaining amounts, grow with the level, and limit transfers", async () => {
    expect(await status()).toMatchObject({
      level: 0,
      limits: {
        ...{ currency: "EUR", perOperation: 10_000, perDay: 20_000, perMonth: 50_000 },
        left: { in: { day: 20_000, month: 50_000 }, out: { day: 20_000, month: 50_000 } },
      },
      levels: [
        { level: 0, currency: "EUR", perOperation: 10_000, perDay: 20_000, perMonth: 50_000 },
        { level: 1, currency: "EUR", perOperation: 50_000, perDay: 100_000, perMonth: 500_000 },
        { level: 2, currency: "EUR", perOperation: 250_000, perDay: 500_000, perMonth: 2_000_000 },
      ],
    });
    const owner = await Users.fromId(userId);
    if (!owner) throw new Error("the user is gone");
    await createFundedWallet(onWeb(owner), "EUR", 10_000_000n);
    const to = await createUser();
    await createFundedWallet(onWeb(to), "EUR", 0n);
    const send = (amount: number) =>
      app.call<Json>("POST", "/wallet/transfer", {
        body: {
          fromAccountId: walletId("live", userId, "EUR"),
          toAccountId: walletId("live", to.userId, "EUR"),
          ...{ amount, currency: "EUR" },
        },
      });
    expect((await send(1234.5)).status).toBe(200);
    expect((await status())["limits"]).toMatchObject({ left: { out: { day: 18_765.5, month: 48_765.5 } } });
    const refused = await send(10_000.01);
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      error: "KYC_LIMIT_EXCEEDED",
      details: { limit: "operation", limitEur: "10000.00", level: 0 },
    });
    await Kyc.decide("bank", userId, { decisionId: "yes", status: "VALIDATED" });
    expect((await send(10_000.01)).status).toBe(200);
  });
});

describe("an administrator", () => {
  interface File extends Json {
    readonly documents: readonly { readonly url: string; readonly documentId: string }[];
  }
  let admin: { readonly userId: string; readonly token: string };
  beforeEach(async () => {
    const user = await createUser("ADMIN");
    admin = { userId: user.userId, token: await tokenOf(user) };
  });
  const asAdmin = <T = Json>(method: string, path: string, body?: object, { token } = admin) =>
    platform.call<T>(method, `/api/admin/kyc${path}`, { token, ...(body && { body }) });

  it("lists pending verifications, oldest first and in pages", async () => {
    const waiting: string[] = [];
    for (let count = 0; count < 3; count++) {
      const one = new App(platform);
      const { id } = await one.register(newEmail(), "Analytical1!");
      await uploadAllDocuments(one);
      await start(one);
      waiting.push(id);
    }
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const query: string = cursor === "" ? "?limit=2" : `?limit=2&after=${encodeURIComponent(cursor)}`;
      const { status: code, body } = await asAdmin<{
        verifications: { userId: string }[];
        next: string | null;
      }>("GET", query);
      expect(code, JSON.stringify(body)).toBe(200);
      seen.push(...body.verifications.map((one) => one.userId));
      cursor = body.next;
    }
    expect(seen.filter((one) => waiting.includes(one))).toEqual(waiting);
    expect((await asAdmin("GET", "?after=somewhere")).status).toBe(400);
  });

  it("views a user's documents by links that are valid for two minutes, and each view is recorded", async () => {
    await uploadAllDocuments();
    await start();
    const { body } = await asAdmin<File>("GET", `/${userId}`);
    expect(body.documents).toHaveLength(2);
    for (const { url } of body.documents) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
        200,
        expect.stringMatching(/^attachment; filename="(passport|selfie)-front\.jpg"$/),
      ]);
    }
    const looks = async () =>
      (
        await platform.call<{ deeds: Json[] }>("GET", `/api/admin/trail?userId=${userId}`, {
          token: admin.token,
        })
      ).body.deeds;
    expect(await looks()).toMatchObject([
      {
        ...{ deed: "identity-documents-seen", by: admin.userId, to: userId },
        about: { documents: body.documents.map((one) => one.documentId).join(" ") },
      },
    ]);
    await platform.advance(121);
    for (const { url } of body.documents) expect((await fetch(url)).status).toBe(403);
    await asAdmin("GET", `/${userId}`);
    expect(await looks()).toHaveLength(2);
    expect((await asAdmin("GET", `/${Ids.create("user")}`)).status).toBe(404);
  });

  it("rejects a verification with reasons for the user, and with a note that the user does not see", async () => {
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    const { status: code } = await asAdmin("POST", `/${userId}/decision`, {
      ...{ decision: "reject", verificationId, cause: "fraud", note: "same face as usr_x" },
      reasons: [{ code: "document_expired", documentType: "passport" }],
    });
    expect(code).toBe(200);
    await platform.drain();
    expect(await status()).toMatchObject({ status: "REJECTED", nextStep: "upload_documents" });
    const { email } = (await Users.fromId(userId)) ?? { email: "" };
    const texts = platform.mail(email).map(({ text }) => text);
    expect(texts.some((text) => text.includes("n'a pas pu aboutir\u202f: un document a expiré."))).toBe(true);
    expect(texts.join()).not.toMatch(/same face|fraud/);
    const handedIn = await documents();
    expect(handedIn).toMatchObject([
      { documentType: "passport", status: "rejected", reasons: [{ code: "document_expired" }] },
      { documentType: "selfie", status: "pending_verification" },
    ]);
    const { body } = await app.call("GET", "/identity/verification/status");
    expect(body).toMatchObject({
      reasons: [{ code: "document_expired", documentType: "passport", side: null }],
    });
    expect(JSON.stringify([body, handedIn, await status()])).not.toMatch(/same face|fraud/);
    const { body: file } = await asAdmin<File>("GET", `/${userId}`);
    expect(file["decisions"]).toMatchObject([
      { decided: "REJECTED", by: admin.userId, cause: "fraud", note: "same face as usr_x" },
      { decided: "IN_REVIEW", by: "owner", cause: null },
    ]);
    const path = `/api/admin/trail?userId=${userId}`;
    const { body: trail } = await platform.call<{ deeds: Json[] }>("GET", path, { token: admin.token });
    expect(trail.deeds).toContainEqual(
      expect.objectContaining({ deed: "identity-decided", by: admin.userId, reason: "same face as usr_x" }),
    );
  });

  it("approves only levels that the documents allow, and the level is in the audit trail", async () => {
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    const approve = (level?: number) =>
      asAdmin<Json>("POST", `/${userId}/decision`, { decision: "approve", level });
    expect(await approve(2)).toMatchObject({
      status: 400,
      body: { code: "LEVEL_BEYOND_DOCUMENTS", level: 1 },
    });
    expect(await status()).toMatchObject({ status: "IN_REVIEW", level: 0 });
    expect((await approve()).body).toEqual({ ...{ userId, status: "VALIDATED", level: 1 } });
    const path = `/api/admin/trail?userId=${userId}`;
    const { body: trail } = await platform.call<{ deeds: Json[] }>("GET", path, { token: admin.token });
    expect(trail.deeds[0]).toMatchObject({
      deed: "identity-decided",
      about: { decision: "approve", level: "1" },
    });
    await upload({ documentType: "proof_of_address", document: Pictures.pdf() });
    await platform.drain();
    await start();
    expect((await approve(2)).body).toEqual({ ...{ userId, status: "VALIDATED", level: 2 } });
    await sendBankEvent("onboarding.completed", { userId, verificationId });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "VALIDATED", level: 2 });
  });

  it("overrides later decisions of the bank until the user starts a new verification", async () => {
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    const reasons = [{ code: "other" }];
    await asAdmin("POST", `/${userId}/decision`, { decision: "reject", reasons });
    await sendBankEvent("onboarding.completed", { userId, verificationId, kycLevel: 2 });
    await sendBankEvent("onboarding.completed", { userId });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "REJECTED", level: 0 });
    await uploadAllDocuments();
    await start();
    await sendBankEvent("onboarding.completed", { userId });
    await platform.drain();
    expect(await status()).toMatchObject({ status: "VALIDATED", level: 1 });
  });

  it.each([
    ["approve", "VALIDATED", "onboarding.rejected", "sanctions match", "cause: sanctions"],
    ["reject", "REJECTED", "onboarding.completed", undefined, "the rejection stands"],
  ] as const)(
    "who decides to %s ends the verification: a contrary decision of the bank raises one flag",
    async (decision, decided, type, reason, why) => {
      await uploadAllDocuments();
      const { verificationId } = (await start()).body;
      await asAdmin("POST", `/${userId}/decision`, {
        ...{ decision, verificationId },
        ...(decision === "reject" && { reasons: [{ code: "other" }] }),
      });
      const eventId = Ids.secret(9);
      await sendBankEvent(type, { userId, verificationId, reason }, { eventId });
      await sendBankEvent(type, { userId, verificationId, reason }, { eventId });
      await sendBankEvent(type, { userId, reason });
      await platform.drain();
      expect(await status()).toMatchObject({ status: decided });
      const flags = async () => {
        const path = "/api/admin/queues/flagged?kind=identity&limit=100";
        const { body } = await platform.call<{ flagged: Json[] }>("GET", path, { token: admin.token });
        return body.flagged.filter((one) => one["userId"] === userId);
      };
      expect(await flags()).toMatchObject([{ id: verificationId, why: expect.stringContaining(why) }]);
    },
  );

  it("decides a verification once under parallel requests, and only if it is pending", async () => {
    await uploadAllDocuments();
    await start();
    const decide = () => asAdmin("POST", `/${userId}/decision`, { decision: "approve" });
    const codes = (await Promise.all([decide(), decide(), decide()])).map((one) => one.status);
    expect(codes.sort()).toEqual([200, 409, 409]);
    expect((await decide()).body).toMatchObject({ code: "NOTHING_TO_REVIEW" });
  });

  it.each([
    ["approve", "reject", "VALIDATED"],
    ["reject", "approve", "REJECTED"],
  ] as const)("cannot %s and then, by another administrator, %s the same verification", async (...row) => {
    const [first, second, decided] = row;
    await uploadAllDocuments();
    const { verificationId } = (await start()).body;
    const verdict = (decision: string) => ({
      ...{ decision, verificationId },
      ...(decision === "reject" && { reasons: [{ code: "document_unreadable" }] }),
    });
    expect((await asAdmin("POST", `/${userId}/decision`, verdict(first))).status).toBe(200);
    const another = await createUser("ADMIN");
    const other = { userId: another.userId, token: await tokenOf(another) };
    for (const by of [admin, other])
      expect(await asAdmin("POST", `/${userId}/decision`, verdict(second), by)).toMatchObject({
        status: 409,
        body: {
          code: "NOTHING_TO_REVIEW",
          error: expect.stringContaining("no longer awaiting a decision: it was decided"),
        },
      });
    expect(await status()).toMatchObject({ status: decided });
    const file = (await asAdmin("GET", `/${userId}`)).body;
    expect(file["decisions"]).toHaveLength(2);
  });

  it("cannot decide the verification of the own account", async () => {
    const own = new App(platform);
    const { id } = await own.register(newEmail(), "Analytical1!");
    await uploadAllDocuments(own);
    await start(own);
    await Users.setRole(id, "ADMIN");
    const user = await Users.fromId(id);
    const token = user ? await tokenOf(user) : "";
    const answer = await asAdmin("POST", `/${id}/decision`, { decision: "approve" }, { userId: id, token });
    expect([answer.status, answer.body["code"]]).toEqual([403, "OWN_VERIFICATION"]);
  });

  it("is required for these routes, which return 403 to an employee", async () => {
    const token = await tokenOf(await createUser("EMPLOYE"));
    const employee = { userId: "", token };
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["GET", `/${userId}`, undefined],
      ["POST", `/${userId}/decision`, { decision: "approve" }],
    ] as const)
      expect((await asAdmin(method, path, body, employee)).status).toBe(403);
  });
});

it("excludes identity documents from the sync feed", async () => {
  await uploadAllDocuments();
  await platform.drain();
  const { body } = await app.call<{ changes: Json[] }>("POST", "/sync/pull", { body: {} });
  expect(JSON.stringify(body)).not.toContain("doc_");
});
