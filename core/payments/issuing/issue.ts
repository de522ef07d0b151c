import type { LiveActor } from "../../identity/actor.ts";
import * as Kyc from "../../identity/kyc/index.ts";
import type { User } from "../../identity/user.ts";
import * as Users from "../../identity/users.ts";
import * as Clock from "../../kernel/clock/index.ts";
import { fail, SvcError, Unauthenticated } from "../../kernel/errors.ts";
import * as Ids from "../../kernel/ids/index.ts";
import { HOUR_MS, toIso } from "../../kernel/time.ts";
import { parseWalletId } from "../../ledger/accounts.ts";
import { walletAccount } from "../../ledger/entity.ts";
import * as Due from "../../platform/due/index.ts";
import * as Idempotency from "../../platform/idempotency/index.ts";
import * as Outbox from "../../platform/outbox/index.ts";
import { CardRefused, ProviderRefused } from "../../platform/psp/errors.ts";
import * as Psp from "../../platform/psp/index.ts";
import * as Table from "../../platform/table/index.ts";
import * as Where from "../../platform/table/where.ts";
import type { CardType } from "../cards/schema.ts";
import { OWNER } from "../records/psp-objects.ts";
import { billingAddress, ensure, toPostalAddress, toPrintedName } from "./cardholder.ts";
import { issuedCard, issuedDue, issuedReference } from "./entity.ts";
import { AddressRequired, IssuedLimit, NoCardAccount, NotVerified } from "./errors.ts";
import { cardEvent, cardIssued } from "./events.ts";
import { cardWrite, type HolderIssuedCards, holderWrite, read } from "./index.ts";
import { CARD_ASSET, defaultSettings, type IssuedCard, issuedStates, MAX_ISSUED } from "./schema.ts";

/**
 * Issues cards. A card is reserved before the provider creates it, which requires that the holder's version is unchanged, so that a user
 * never has too many. If the process ends in between, the schedule completes the reserved card.
 */

interface NewIssuedCard {
  readonly type: CardType;
  /** The wallet that the card pays from. */
  readonly accountId: string;
}

/** The metadata key of our card id at the provider. */
export const CARD = "svc_card";

/** The request key of the first card of every user. */
export const AUTOMATIC = "automatic";

/** The time for the card's own request, before the schedule completes it. */
const REQUEST_MS = 60_000;

/**
 * Issues a card to the actor.
 * @throws CARD_ACCOUNT_NOT_FOUND, IDENTITY_NOT_VERIFIED, ADDRESS_REQUIRED, ISSUED_CARD_LIMIT_REACHED,
 *   UNAUTHORIZED if the account was handed over; as `Psp.call`; AlreadyDone
 */
export async function issue(
  actor: LiveActor,
  wanted: NewIssuedCard,
  claim?: Idempotency.Claim<IssuedCard>,
): Promise<IssuedCard> {
  const user = await Users.fromId(actor.userId);
  if (!user || user.ownershipId !== actor.ownershipId) throw fail(Unauthenticated);
  const requestKey = claim ? `${claim.key.pk} ${claim.key.sk}` : Ids.secret(12);
  return reserve(user, wanted, requestKey).then((card) => complete(user, card, claim));
}

/** Reserves a card. A repeated request gets the same card. @throws as `issue` */
export async function reserve(user: User, wanted: NewIssuedCard, requestKey: string): Promise<IssuedCard> {
  await assertCanIssue(user, wanted);
  return Table.change(
    () => read(user.userId),
    (holding) => {
      const known = holding.cards.find((card) => card.requestKey === requestKey);
      if (known) return { writes: [], result: known };
      assertBelowLimit(user, holding);
      const card = newCard(user, wanted, requestKey);
      return {
        writes: [
          holderWrite(user.userId, holding.holder),
          {
            put: { ...issuedCard.item(card), ...issuedDue.at(card.cardId, requestDeadline()) },
            where: Where.absent,
          },
        ],
        result: card,
      };
    },
  );
}

const requestDeadline = (): string => toIso(Clock.nowMs() + REQUEST_MS);

/** @throws CARD_ACCOUNT_NOT_FOUND, IDENTITY_NOT_VERIFIED, ADDRESS_REQUIRED */
async function assertCanIssue(user: User, { type, accountId }: NewIssuedCard): Promise<void> {
  const named = parseWalletId(accountId);
  const isOwn = named?.userId === user.userId && named.mode === "live" && named.asset === CARD_ASSET;
  if (!named || !isOwn) throw fail(NoCardAccount);
  const [wallet, kyc] = await Table.getMany([walletAccount.key(named), Kyc.keyOf(user.userId)]);
  if (!wallet) throw fail(NoCardAccount);
  if (Kyc.fromItem(user.userId, kyc).status !== "VALIDATED") throw fail(NotVerified);
  if (type === "physical" && !toPostalAddress(user)) throw fail(AddressRequired);
  billingAddress(user);
}

function assertBelowLimit({ ownershipId }: User, { cards }: HolderIssuedCards): void {
  const live = cards.filter((card) => card.ownershipId === ownershipId && card.status !== "canceled");
  if (live.length >= MAX_ISSUED) throw fail(IssuedLimit, { details: { limit: MAX_ISSUED } });
}

function newCard(user: User, { type, accountId }: NewIssuedCard, requestKey: string): IssuedCard {
  const now = Clock.nowIso();
  return {
    cardId: Ids.create("card"),
    userId: user.userId,
    ownershipId: user.ownershipId,
    walletId: accountId,
    type,
    status: issuedStates.assertTransition("none", "request"),
    requestKey,
    brand: "",
    last4: "",
    expMonth: 0,
    expYear: 0,
    cardholderName: toPrintedName(user.name),
    homeCountry: billingAddress(user).country,
    settings: defaultSettings,
    createdAt: now,
    updatedAt: now,
    version: 1n,
  };
}

/** Creates a reserved card at the provider, unless it exists there. */
export async function complete(
  user: User,
  card: IssuedCard,
  claim?: Idempotency.Claim<IssuedCard>,
): Promise<IssuedCard> {
  if (card.status !== "requested") {
    if (claim) await Idempotency.recordResult(claim, card);
    return card;
  }
  try {
    return await record(card, await createAtProvider(user, card), claim);
  } catch (error) {
    const isFinal = error instanceof SvcError && (error.is(ProviderRefused) || error.is(CardRefused));
    // A retry sends the same data, so the reservation is removed.
    if (isFinal) await removeReservation(card);
    throw error;
  }
}

const removeReservation = async (card: IssuedCard): Promise<void> => {
  await Table.change(
    () => read(card.userId),
    ({ holder }) => ({
      writes: [
        holderWrite(card.userId, holder),
        { remove: issuedCard.key(card), where: issuedCard.unchanged(card) },
      ],
      result: undefined,
    }),
  );
};

/** The time for which an idempotency key is certainly valid at the provider. */
const KEY_VALID_MS = 12 * HOUR_MS;

async function createAtProvider(user: User, card: IssuedCard): Promise<Psp.Stripe.Issuing.Card> {
  const { pspCardholderId: cardholder } = await ensure(user);
  if (Clock.nowMs() - Date.parse(card.createdAt) > KEY_VALID_MS) {
    const cards = await Psp.call((stripe) => stripe.issuing.cards.list({ cardholder, limit: 100 }));
    const known = cards.data.find(({ metadata }) => metadata[CARD] === card.cardId);
    if (known) return known;
  }
  const address = toPostalAddress(user);
  const isPhysical = card.type === "physical";
  return Psp.call((stripe) =>
    stripe.issuing.cards.create(
      {
        cardholder,
        currency: CARD_ASSET.toLowerCase(),
        type: card.type,
        status: isPhysical ? "inactive" : "active",
        metadata: { [OWNER]: user.userId, [CARD]: card.cardId },
        ...(isPhysical && address && { shipping: { name: card.cardholderName, address } }),
      },
      { idempotencyKey: Psp.keyOf(card.cardId, "issued-card") },
    ),
  );
}

/** Stores the card of the provider. A concurrent request stores the same. */
async function record(
  card: IssuedCard,
  made: Psp.Stripe.Issuing.Card,
  claim: Idempotency.Claim<IssuedCard> | undefined,
): Promise<IssuedCard> {
  const { userId, cardId } = card;
  const { version: _, ...change } = {
    ...card,
    status: issuedStates.assertTransition(
      "requested",
      card.type === "physical" ? "makePhysical" : "makeVirtual",
    ),
    pspCardId: made.id,
    brand: made.brand.toLowerCase(),
    last4: made.last4,
    expMonth: made.exp_month,
    expYear: made.exp_year,
    updatedAt: Clock.nowIso(),
  };
  return Table.retry(async () => {
    const now = await Table.find(issuedCard, { userId, cardId });
    if (now && now.status !== "requested") {
      if (claim) await Idempotency.recordResult(claim, now);
      return now;
    }
    const result: IssuedCard = { ...change, version: card.version + 1n };
    await Table.commit([
      ...Idempotency.recordWrites(claim, result),
      cardWrite(card, { ...change, ...Due.done }),
      { put: issuedReference.item({ pspCardId: made.id, userId, cardId }) },
      Outbox.write(cardIssued, { userId, cardId, last4: made.last4 }),
      cardEvent("card.issued", result),
    ]);
    return result;
  });
}
