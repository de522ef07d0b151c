import { useQuery } from "@tanstack/react-query";
import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { isMore, isPositive } from "../decimal.ts";
import { text, useLanguage } from "../language.tsx";
import { availableOf, exactWalletsQuery } from "../trade/queries.ts";
import { Button } from "../ui/button.tsx";
import { AmountInput } from "../ui/field.tsx";
import { fact, problemAt } from "../ui/list.tsx";
import { Amount, formatAmount, Percent, Time } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { rewardOf } from "./calculator.tsx";
import { lockOf } from "./pools.tsx";
import type { Pool } from "./queries.ts";

/** Stakes tokens in a pool. */

type Body = paths["/v1/staking/positions"]["post"]["requestBody"]["content"]["application/json"];

interface StakeDialogProps {
  readonly pool: Pool;
  readonly onClose: () => void;
}

const DAY_MS = 86_400_000;

export function StakeDialog({ pool, onClose }: StakeDialogProps) {
  const { say, language } = useLanguage();
  const { id, token, apy, lockPeriod, minStake, votingMultiplier } = pool;
  const [amount, setAmount, clear] = useDraft(`stake.${id}`, "");
  const wallets = useQuery(exactWalletsQuery);
  const available = availableOf(wallets.data, token);
  const flow = useReview({
    flow: `stake.${id}`,
    run: (body: Body, headers) => dataOf(client.POST("/v1/staking/positions", { headers, body })),
    changes: [["money"], ["staking-pools"], ["governance"]],
    onDone: clear,
  });
  const isTooMuch = wallets.data !== undefined && isMore(amount, available);
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Stake", "Miser"))}
      lead={
        <>
          {say(lockOf(lockPeriod))} · <Percent value={Number(apy)} /> {say(text("a year", "par an"))}
        </>
      }
      form={
        <form
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            flow.review({ pool: id, amount });
          }}
        >
          <AmountInput
            label={say(text("Amount", "Montant"))}
            value={amount}
            asset={token}
            onValue={setAmount}
            autoFocus
            hint={
              <>
                {say(text("Available:", "Disponible :"))} <Amount value={available} asset={token} />
                {" · "}
                {say(text("At least", "Au moins"))} <Amount value={minStake} asset={token} />
              </>
            }
            problem={
              problemAt(flow.problem, "amount") ??
              (isTooMuch
                ? say(text("More than your available balance", "Plus que votre solde disponible"))
                : undefined)
            }
            aside={
              <Button
                kind="quiet"
                size="sm"
                disabled={!isPositive(available)}
                onClick={() => setAmount(available)}
              >
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
          fact(say(text("You stake", "Vous misez")), <Amount value={body.amount} asset={token} />),
          fact(
            say(text("Reward, a year", "Récompense, par an")),
            <Amount value={rewardOf(body.amount, apy, 365)} asset={token} />,
          ),
          fact(
            say(text("Unlocks", "Déblocage")),
            lockPeriod === 0 ? (
              say(text("At any time", "À tout moment"))
            ) : (
              <Time iso={new Date(Date.now() + lockPeriod * DAY_MS).toISOString()} format="date" />
            ),
          ),
          fact(say(text("Votes", "Votes")), `× ${votingMultiplier}`),
          fact(say(text("Fee", "Frais")), say(text("Free", "Gratuit"))),
        ],
        note: lockPeriod > 0 && (
          <p className="text-sm text-soft">
            {say(
              text(
                "You can withdraw earlier and pay a penalty, which you see before you confirm.",
                "Vous pouvez retirer plus tôt contre une pénalité, affichée avant confirmation.",
              ),
            )}
          </p>
        ),
      })}
      action={(body) =>
        say(
          text(
            `Stake ${formatAmount(body.amount, token, language)}`,
            `Miser ${formatAmount(body.amount, token, language)}`,
          ),
        )
      }
      call={(body) => ({ method: "POST", path: "/v1/staking/positions", body })}
      receipt={(position) => ({
        title: say(text("Staked", "Mise effectuée")),
        facts: [
          fact(say(text("Amount", "Montant")), <Amount value={position.amount} asset={token} />),
          fact(
            say(text("Unlocks", "Déblocage")),
            position.unlocks_at === null ? (
              say(text("At any time", "À tout moment"))
            ) : (
              <Time iso={position.unlocks_at} />
            ),
          ),
          fact(say(text("Votes", "Votes")), <Amount value={position.voting_power} asset={token} />),
        ],
      })}
    />
  );
}
