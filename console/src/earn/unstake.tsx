import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { differenceOf, isMore, isPositive } from "../decimal.ts";
import { text, useLanguage } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { AmountInput } from "../ui/field.tsx";
import { fact } from "../ui/list.tsx";
import { Amount, formatAmount, formatTime } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { Alert } from "../ui/surface.tsx";
import type { Stake } from "./queries.ts";

/** Withdraws a stake, and claims rewards. */

type Body = paths["/v1/staking/positions/{id}/unstake"]["post"]["requestBody"]["content"]["application/json"];

interface StakeProps {
  readonly stake: Stake;
  readonly onClose: () => void;
}

const UNSTAKE = "/v1/staking/positions/{id}/unstake" as const;
const CLAIM = "/v1/staking/positions/{id}/claim" as const;

/** A refusal of the first attempt names the penalty. The user then sees it, and decides. */
export function UnstakeDialog({ stake, onClose }: StakeProps) {
  const { say, language } = useLanguage();
  const { id, asset, amount: staked } = stake;
  const [amount, setAmount, clear] = useDraft(`unstake.${id}`, "");
  const flow = useReview({
    flow: `unstake.${id}`,
    run: (body: Body, headers) => dataOf(client.POST(UNSTAKE, { params: { path: { id } }, headers, body })),
    changes: [["money"], ["staking-pools"], ["governance"]],
    onDone: clear,
  });
  const isTooMuch = isMore(amount, staked);
  const [accepted, setAccepted] = useDraft(`penalty.${id}`, "");
  const isLocked = flow.problem?.code === "POSITION_LOCKED";
  const penalty = String(flow.problem?.details["penalty"] ?? "");
  const isEarly = stake.unlocks_at !== null && Date.parse(stake.unlocks_at) > Date.now();
  const acceptPenalty = () => {
    setAccepted(penalty);
    if (flow.body) flow.review({ ...flow.body, force_early: true });
  };
  return (
    <ReviewDialog
      flow={isLocked ? { ...flow, problem: null, confirm: acceptPenalty } : flow}
      kind={isLocked ? "danger" : "primary"}
      onClose={onClose}
      title={say(text("Unstake", "Retirer une mise"))}
      form={
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            flow.review({ amount });
          }}
        >
          <AmountInput
            label={say(text("Amount", "Montant"))}
            value={amount}
            asset={asset}
            onValue={setAmount}
            autoFocus
            hint={
              <>
                {say(text("Staked:", "Mis en jeu :"))} <Amount value={staked} asset={asset} />
              </>
            }
            problem={isTooMuch ? say(text("More than your stake", "Plus que votre mise")) : undefined}
            aside={
              <Button kind="quiet" size="sm" onClick={() => setAmount(staked)}>
                {say(text("Use all", "Tout utiliser"))}
              </Button>
            }
          />
          <Button type="submit" disabled={!isPositive(amount) || isTooMuch}>
            {say(text("Review", "Vérifier"))}
          </Button>
        </form>
      }
      review={(body) => ({
        facts: [
          fact(say(text("You withdraw", "Vous retirez")), <Amount value={body.amount} asset={asset} />),
          body.force_early === true &&
            fact(
              say(text("Penalty", "Pénalité")),
              <Amount value={`-${accepted}`} asset={asset} className="text-bad" />,
            ),
          body.force_early === true &&
            fact(
              say(text("You receive", "Vous recevez")),
              <Amount value={differenceOf(body.amount, accepted)} asset={asset} />,
            ),
          fact(
            say(text("Arrives", "Arrivée")),
            say(text("Immediately, in your wallet", "Immédiatement, dans votre portefeuille")),
          ),
        ],
        note: isLocked && (
          <Alert
            tone="warn"
            title={say(
              text(
                `Withdrawing early costs ${formatAmount(penalty, asset, language)}`,
                `Le retrait anticipé coûte ${formatAmount(penalty, asset, language)}`,
              ),
            )}
          >
            {stake.unlocks_at !== null &&
              say(
                text(
                  `It is free from ${formatTime(stake.unlocks_at, language)} on. The penalty goes to the treasury; your rewards stay yours.`,
                  `Il est gratuit à partir du ${formatTime(stake.unlocks_at, language)}. La pénalité va à la trésorerie ; vos récompenses restent les vôtres.`,
                ),
              )}
          </Alert>
        ),
      })}
      action={(body) =>
        say(
          isLocked
            ? text("Withdraw early anyway", "Retirer quand même")
            : body.force_early
              ? text("Withdraw and pay the penalty", "Retirer et payer la pénalité")
              : isEarly
                ? text("See the penalty", "Voir la pénalité")
                : text(
                    `Withdraw ${formatAmount(body.amount, asset, language)}`,
                    `Retirer ${formatAmount(body.amount, asset, language)}`,
                  ),
        )
      }
      call={(body) => ({ method: "POST", path: UNSTAKE.replace("{id}", id), body })}
      receipt={(done) => ({
        title: say(text("In your wallet", "Dans votre portefeuille")),
        facts: [
          fact(say(text("Withdrawn", "Retiré")), <Amount value={done.amount} asset={asset} />),
          isPositive(done.penalty) &&
            fact(say(text("Penalty", "Pénalité")), <Amount value={done.penalty} asset={asset} />),
          fact(say(text("Received", "Reçu")), <Amount value={done.received} asset={asset} />),
          isPositive(done.rewards_paid) &&
            fact(
              say(text("Rewards paid", "Récompenses versées")),
              <Amount value={done.rewards_paid} asset={asset} />,
            ),
        ],
      })}
    />
  );
}

export function ClaimDialog({ stake, onClose }: StakeProps) {
  const { say, language } = useLanguage();
  const { id, asset, pending_rewards: rewards } = stake;
  const flow = useReview(
    {
      flow: `claim.${id}`,
      run: (body: Record<string, never>, headers) =>
        dataOf(client.POST(CLAIM, { params: { path: { id } }, headers, body })),
      changes: [["money"]],
    },
    {},
  );
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Claim rewards", "Percevoir les récompenses"))}
      review={() => ({
        facts: [
          fact(
            say(text("Rewards until now", "Récompenses à ce jour")),
            <Amount value={rewards} asset={asset} />,
          ),
          fact(
            say(text("Paid to", "Versées sur")),
            say(text(`Your ${asset} wallet`, `Votre portefeuille ${asset}`)),
          ),
          fact(say(text("Fee", "Frais")), say(text("Free", "Gratuit"))),
        ],
      })}
      action={() =>
        say(
          text(
            `Claim ${formatAmount(rewards, asset, language)}`,
            `Percevoir ${formatAmount(rewards, asset, language)}`,
          ),
        )
      }
      call={(body) => ({ method: "POST", path: CLAIM.replace("{id}", id), body })}
      receipt={({ claimed }) => ({
        title: say(text("In your wallet", "Dans votre portefeuille")),
        facts: [fact(say(text("Claimed", "Perçu")), <Amount value={claimed} asset={asset} />)],
      })}
    />
  );
}
