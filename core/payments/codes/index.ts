import type { LiveActor } from "../../identity/actor.ts";
import * as Jws from "../../identity/jws.ts";
import { openSigned } from "../../identity/tokens.ts";
import type { Asset } from "../../kernel/assets/index.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { env } from "../../kernel/env.ts";
import { fail } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import * as Money from "../../kernel/money/index.ts";
import { DAY_SECONDS } from "../../kernel/time.ts";
import { amountOf } from "../../ledger/draft.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Qr from "../../platform/qr.ts";
import { secret } from "../../platform/secrets.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import { assetOf } from "../../wallets/opening.ts";
import * as Merchants from "../merchants/index.ts";
import { PayeeNotFound } from "../payments/errors.ts";
import { checkPayable } from "../payments/parties.ts";
import { paymentCode } from "./entity.ts";
import { QrExpired, QrInvalid } from "./errors.ts";
import { type Claims, type Code, claims, type DisplayedCode, type NewCode } from "./schema.ts";

/**
 * QR codes that request a payment; `scan.ts` pays them. A code is shown as a JWS of its own type (RFC 8725, section
 * 3.11), so that no other token passes for one, and it contains nothing of its owner. After a rotation, the previous
 * secret stays valid for longer than a code.
 */

/**
 * Makes a code that pays the actor or the actor's merchant.
 * @throws UNSUPPORTED_ASSET, INVALID_AMOUNT, PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY; AlreadyDone
 */
export async function generate(
  actor: LiveActor,
  request: NewCode,
  claim?: Idempotency.Claim<DisplayedCode>,
): Promise<DisplayedCode> {
  const asset = assetOf(request.currency.trim().toUpperCase());
  await assertOwnMerchant(actor, request, asset);
  const [iat, qrId] = [Clock.nowSeconds(), Ids.create("paymentCode")];
  const exp = iat + request.expiresInSeconds;
  const amount =
    request.amount === undefined ? undefined : amountOf("amount", request.amount, asset.decimals);
  const amt = amount === undefined ? {} : { amt: Money.format(amount, asset.decimals) };
  const payload = await signToken({ jti: qrId, iat, exp, cur: asset.symbol, ...amt });
  const code: Code = {
    qrId,
    userId: actor.userId,
    ownershipId: actor.ownershipId,
    ...(request.merchantId !== undefined && { merchantId: request.merchantId }),
    asset: asset.symbol,
    ...(amount !== undefined && { amount }),
    description: request.description,
    reusable: request.reusable,
    createdAt: Clock.nowIso(),
    expiresAt: new Date(exp * 1000).toISOString(),
    ttl: exp + DAY_SECONDS,
  };
  const shown = { qrId, payload, qrCode: await Qr.pngUrl(payload), expiresAt: code.expiresAt };
  await Table.commit([
    ...Idempotency.recordWrites(claim, shown),
    { put: paymentCode.item(code), where: Where.absent },
  ]);
  return shown;
}

/** @throws PAYEE_NOT_FOUND, PAYEE_NOT_ACTIVE, PAYEE_CURRENCY */
async function assertOwnMerchant(
  { userId }: LiveActor,
  { merchantId }: NewCode,
  { symbol }: Asset,
): Promise<void> {
  if (merchantId === undefined) return;
  const merchant = await Merchants.find(merchantId);
  if (merchant?.userId !== userId) throw fail(PayeeNotFound);
  checkPayable(merchant, symbol.toLowerCase());
}

const TYP = "payment-code+jwt";
const AUDIENCE = "svc-payment-code";

const issuer = () => env("JWT_ISSUER", "svc");

async function signToken(own: Omit<Claims, "iss" | "aud">): Promise<string> {
  const { current } = await secret("JWT_SECRET");
  return Jws.sign(TYP, { ...own, iss: issuer(), aud: AUDIENCE }, Jws.keyOf(current));
}

/** Verifies and parses a code. @throws QR_INVALID if the signature is not ours, QR_EXPIRED */
export async function verifyToken(payload: string): Promise<Claims> {
  const opened = await openSigned(payload);
  if (opened?.header["typ"] !== TYP) throw fail(QrInvalid);
  const { data } = claims.safeParse(JSON.parse(new TextDecoder().decode(opened.payload)));
  if (!data || data.iss !== issuer() || data.aud !== AUDIENCE) throw fail(QrInvalid);
  if (data.exp <= Clock.nowSeconds()) throw fail(QrExpired);
  return data;
}
