import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { isMore, isPositive } from "../decimal.ts";
import { text, useLanguage } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { AmountInput } from "../ui/field.tsx";
import { Shares } from "../ui/figures.tsx";
import { fact } from "../ui/list.tsx";
import { Amount, formatAmount, Percent } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import type { Farm, FarmPosition } from "./queries.ts";

/** Deposits shares in a farm, withdraws them, and harvests rewards. */

const POSITIONS = "/v1/farming/positions" as const;
const WITHDRAW = "/v1/farming/positions/{id}/withdraw" as const;
const HARVEST = "/v1/farming/positions/{id}/harvest" as const;

type Deposit = paths[typeof POSITIONS]["post"]["requestBody"]["content"]["application/json"];

const changes = [["money"], ["farms"]];

interface SharesFormProps {
  readonly value: string;
  readonly most: string;
  readonly onChange: (shares: string) => void;
  readonly onSubmit: () => void;
}

function SharesForm({ value, most, onChange, onSubmit }: SharesFormProps) {
  const { say } = useLanguage();
  const isTooMuch = isMore(value, most);
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <AmountInput
        label={say(text("Shares", "Parts"))}
        value={value}
        asset=""
        onValue={onChange}
        autoFocus
        hint={
          <>
            {say(text("Available:", "Disponible :"))} <Shares value={most} />
          </>
        }
        problem={
          isTooMuch ? say(text("More than your free shares", "Plus que vos parts disponibles")) : undefined
        }
        aside={
          <Button kind="quiet" size="sm" disabled={!isPositive(most)} onClick={() => onChange(most)}>
            {say(text("Use all", "Tout utiliser"))}
          </Button>
        }
      />
      <Button type="submit" disabled={!isPositive(value) || isTooMuch}>
        {say(text("Review", "Vérifier"))}
      </Button>
    </form>
  );
}

interface DepositDialogProps {
  readonly farm: Farm;
  /** The shares that are not farmed yet. */
  readonly free: string;
  readonly onClose: () => void;
}

export function DepositDialog({ farm, free, onClose }: DepositDialogProps) {
  const { say } = useLanguage();
  const { id, apr_percent, staked_apr_percent } = farm;
  const [shares, setShares, clear] = useDraft(`deposit.${id}`, "");
  const flow = useReview({
    flow: `farm.${id}`,
    run: (body: Deposit, headers) => dataOf(client.POST(POSITIONS, { headers, body })),
    changes,
    onDone: clear,
  });
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Deposit shares", "Déposer des parts"))}
      form={
        <SharesForm
          value={shares}
          most={free}
          onChange={setShares}
          onSubmit={() => flow.review({ farm: id, shares })}
        />
      }
      review={(body) => ({
        facts: [
          fact(say(text("You deposit", "Vous déposez")), <Shares value={body.shares} />),
          fact(
            say(text("Reward, a year", "Récompense, par an")),
            <Percent value={Number(staked_apr_percent ?? apr_percent)} />,
          ),
          fact(say(text("Paid in", "Versée en")), farm.reward_asset),
          fact(say(text("Lock", "Blocage")), say(text("None", "Aucun"))),
        ],
      })}
      action={() => say(text("Deposit", "Déposer"))}
      call={(body) => ({ method: "POST", path: POSITIONS, body })}
      receipt={(position) => ({
        title: say(text("Your shares are farming", "Vos parts sont en ferme")),
        facts: [
          fact(say(text("In the farm", "Dans la ferme")), <Shares value={position.shares} />),
          fact(say(text("Worth", "Valeur")), <Amount value={position.value_usd} asset="USD" />),
        ],
      })}
    />
  );
}

interface PositionDialogProps {
  readonly position: FarmPosition;
  readonly onClose: () => void;
}

export function WithdrawDialog({ position, onClose }: PositionDialogProps) {
  const { say } = useLanguage();
  const { id, shares: all, reward_asset: reward } = position;
  const [shares, setShares, clear] = useDraft(`withdraw.${id}`, "");
  const flow = useReview({
    flow: `farm-withdraw.${id}`,
    run: (body: { readonly shares?: string }, headers) =>
      dataOf(client.POST(WITHDRAW, { params: { path: { id } }, headers, body })),
    changes,
    onDone: clear,
  });
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Withdraw shares", "Retirer des parts"))}
      form={
        <SharesForm
          value={shares}
          most={all}
          onChange={setShares}
          // Without an amount the API withdraws everything, and pays the rewards with it.
          onSubmit={() => flow.review(shares === all ? {} : { shares })}
        />
      }
      review={(body) => ({
        facts: [
          fact(say(text("You withdraw", "Vous retirez")), <Shares value={body.shares ?? all} />),
          body.shares === undefined &&
            fact(
              say(text("Rewards paid with it", "Récompenses versées en même temps")),
              <Amount value={position.pending_rewards} asset={reward} />,
            ),
          fact(say(text("Fee", "Frais")), say(text("Free", "Gratuit"))),
        ],
      })}
      action={() => say(text("Withdraw", "Retirer"))}
      call={(body) => ({ method: "POST", path: WITHDRAW.replace("{id}", id), body })}
      receipt={(done) => ({
        title: say(text("Withdrawn from the farm", "Retiré de la ferme")),
        facts: [
          fact(say(text("Shares", "Parts")), <Shares value={done.withdrawn_shares} />),
          fact(
            say(text("Rewards paid", "Récompenses versées")),
            <Amount value={done.rewards_paid} asset={reward} />,
          ),
        ],
      })}
    />
  );
}

export function HarvestDialog({ position, onClose }: PositionDialogProps) {
  const { say, language } = useLanguage();
  const { id, reward_asset: asset, pending_rewards: rewards } = position;
  const flow = useReview(
    {
      flow: `harvest.${id}`,
      run: (body: Record<string, never>, headers) =>
        dataOf(client.POST(HARVEST, { params: { path: { id } }, headers, body })),
      changes,
    },
    {},
  );
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(text("Harvest rewards", "Récolter les récompenses"))}
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
            `Harvest ${formatAmount(rewards, asset, language)}`,
            `Récolter ${formatAmount(rewards, asset, language)}`,
          ),
        )
      }
      call={(body) => ({ method: "POST", path: HARVEST.replace("{id}", id), body })}
      receipt={({ rewards_paid }) => ({
        title: say(text("In your wallet", "Dans votre portefeuille")),
        facts: [fact(say(text("Harvested", "Récolté")), <Amount value={rewards_paid} asset={asset} />)],
      })}
    />
  );
}
