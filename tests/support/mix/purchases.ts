import { expect } from "vitest";
import type { Player } from "./people.ts";
import type { Mix, Operation } from "./works.ts";

/** Card purchases at merchants. The provider records the movements. */

/** Authorizes a purchase. @returns the authorization if it was approved */
async function authorize({ pspCardId, chance }: Player, { world }: Mix) {
  const amount = chance.between(100, 4000);
  const one = await world.provider((stripe, once) =>
    stripe.testHelpers.issuing.authorizations.create({ card: pspCardId, amount }, once),
  );
  return one?.approved ? { id: one.id, amount } : undefined;
}

type Authorized = { readonly id: string; readonly amount: number };
type Story = (one: Authorized, mix: Mix, player: Player) => Promise<unknown>;

const capture = ({ id }: Authorized, { world }: Mix, capture_amount: number, close_authorization = true) =>
  world.provider((stripe, once) =>
    stripe.testHelpers.issuing.authorizations.capture(id, { capture_amount, close_authorization }, once),
  );
const reverse = ({ id }: Authorized, { world }: Mix, reverse_amount: number) =>
  world.provider((stripe, once) =>
    stripe.testHelpers.issuing.authorizations.reverse(id, { reverse_amount }, once),
  );

const stories: readonly Story[] = [
  (one, mix) => capture(one, mix, one.amount),
  (one, mix) => capture(one, mix, Math.ceil(one.amount / 3)),
  // With a tip.
  (one, mix) => capture(one, mix, one.amount + 250),
  async (one, mix) => {
    for (const part of [0.4, 0.3, 0.2]) await capture(one, mix, Math.floor(one.amount * part), false);
  },
  async (one, mix) => {
    await capture(one, mix, Math.floor(one.amount / 2), false);
    await reverse(one, mix, Math.floor(one.amount / 4));
    await capture(one, mix, Math.floor(one.amount / 8));
  },
  (one, mix) => reverse(one, mix, one.amount),
  ({ id }, { world }) =>
    world.provider((stripe, once) => stripe.testHelpers.issuing.authorizations.expire(id, {}, once)),
  async (one, mix) => {
    const { world } = mix;
    await world.provider((stripe, once) =>
      stripe.testHelpers.issuing.authorizations.increment(one.id, { increment_amount: 300 }, once),
    );
    await capture(one, mix, one.amount + 100);
  },
  async (one, mix, { chance }) => {
    const captured = await capture(one, mix, one.amount);
    const id = captured?.transactions[0]?.id;
    const refund_amount = chance.between(1, one.amount);
    if (id === undefined) return;
    await mix.world.provider((stripe, once) =>
      stripe.testHelpers.issuing.transactions.refund(id, { refund_amount }, once),
    );
  },
  // A capture without an authorization must be paid.
  (_, { world }, { pspCardId, chance }) =>
    world.provider((stripe, once) =>
      stripe.testHelpers.issuing.transactions.createForceCapture(
        { card: pspCardId, amount: chance.between(1, 500) },
        once,
      ),
    ),
  // Stays open.
  async () => undefined,
];

export const purchase: Operation = async (player, mix) => {
  const one = await authorize(player, mix);
  if (one) await player.chance.pick(stories)(one, mix, player);
};

/** Checks that a frozen card cannot pay as soon as the freeze is acknowledged. */
export const freeze: Operation = async (player, mix) => {
  await player.call("POST", `/cards/${player.cardId}/freeze`);
  expect(await authorize(player, mix), "a frozen card has paid").toBeUndefined();
  await player.call("POST", `/cards/${player.cardId}/unfreeze`);
};
