import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { AmountInput, Input, Select } from "../ui/field.tsx";
import { ApiCall, Definitions, Failure, fact, problemAt } from "../ui/list.tsx";
import { BigAmount } from "../ui/money.tsx";
import { Drawer } from "../ui/overlay.tsx";
import { toast } from "../ui/toasts.tsx";
import { payeesQuery } from "./queries.ts";
import { Day, frequencyNames } from "./schedule.tsx";

/** The order of a scheduled payment: form, then review. */

type Frequency = Schemas["MobileScheduledPayment"]["frequency"];

interface Draft {
  /** A saved bank account's id, or `email`. */
  readonly to: string;
  readonly email: string;
  readonly amount: string;
  readonly currency: string;
  readonly frequency: Frequency;
  readonly startDate: string;
  readonly endDate: string;
  readonly description: string;
}

const tomorrow = (): string => {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  return new Intl.DateTimeFormat("en-CA").format(date);
};

const EMPTY: Draft = {
  ...{ to: "email", email: "", amount: "", currency: "EUR", frequency: "monthly", startDate: "" },
  ...{ endDate: "", description: "" },
};

interface FormProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function ScheduleDrawer({ open, onClose }: FormProps) {
  const say = useSay();
  return (
    <Drawer open={open} onClose={onClose} title={say(text("Schedule a payment", "Programmer un paiement"))}>
      {open && <Order onClose={onClose} />}
    </Drawer>
  );
}

function Order({ onClose }: Pick<FormProps, "onClose">) {
  const say = useSay();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const payees = useInfiniteQuery(payeesQuery);
  const banks = payees.data?.pages.flatMap((page) => page.payees).filter(({ iban }) => iban !== null) ?? [];
  const [saved, setDraft, clear] = useDraft<Draft>("schedule", EMPTY);
  const draft = { ...saved, startDate: saved.startDate || tomorrow() };
  const [isReviewing, setReviewing] = useState(false);
  const bank = banks.find(({ id }) => id === draft.to);
  const account = accounts.find(({ currency }) => currency === (bank ? "EUR" : draft.currency));
  const body = {
    accountId: account?.id ?? "",
    ...(bank ? { iban: bank.iban ?? "", beneficiaryName: bank.name } : { toEmail: draft.email.trim() }),
    ...{ amount: draft.amount, currency: account?.currency ?? draft.currency, frequency: draft.frequency },
    startDate: draft.startDate,
    ...(draft.endDate && draft.frequency !== "once" && { endDate: draft.endDate }),
    description: draft.description,
  };
  const create = useWrite({
    flow: "schedule",
    run: (order: typeof body, headers) =>
      dataOf(client.POST("/api/v1/mobile/payments/scheduled", { body: order, headers })),
    changes: [["money", "scheduled"]],
    onDone: () => {
      toast(say(text("The payment is scheduled.", "Le paiement est programmé.")));
      clear();
      onClose();
    },
  });
  const set = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change });
    create.reset();
  };
  const call = <ApiCall method="POST" path="/api/v1/mobile/payments/scheduled" body={body} />;
  if (isReviewing && !create.error?.fields.length)
    return (
      <div className="flex flex-col gap-5">
        <p>
          <BigAmount value={draft.amount} asset={body.currency} />
        </p>
        <Definitions
          items={[
            fact(say(text("To", "À")), bank ? bank.name : draft.email),
            fact(say(text("How often", "Fréquence")), say(frequencyNames[draft.frequency])),
            fact(
              draft.frequency === "once"
                ? say(text("On", "Le"))
                : say(text("First payment", "Premier paiement")),
              <Day iso={draft.startDate} />,
            ),
            body.endDate !== undefined && fact(say(text("Until", "Jusqu'au")), <Day iso={body.endDate} />),
            draft.description !== "" && fact(say(text("Message", "Message")), draft.description),
          ]}
        />
        <Failure problem={create.error} />
        <Button busy={create.isPending} onClick={() => create.mutate(body)}>
          {say(text("Schedule", "Programmer"))}
        </Button>
        <Button kind="secondary" disabled={create.isPending} onClick={() => setReviewing(false)}>
          {say(text("Back", "Retour"))}
        </Button>
        {call}
      </div>
    );
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setDraft(draft);
        create.reset();
        setReviewing(true);
      }}
    >
      {banks.length > 0 && (
        <Select
          label={say(text("To", "À"))}
          value={draft.to}
          onChange={({ target }) => set({ to: target.value })}
          options={[
            { value: "email", label: say(text("Someone, by email", "Quelqu'un, par e-mail")) },
            ...banks.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {!bank && (
        <Input
          label={say(text("Recipient's email address", "Adresse e-mail du bénéficiaire"))}
          type="email"
          required
          value={draft.email}
          onChange={({ target }) => set({ email: target.value })}
          problem={problemAt(create.error, "toEmail")}
        />
      )}
      <AmountInput
        label={say(text("Amount", "Montant"))}
        value={draft.amount}
        asset={body.currency}
        onValue={(amount) => set({ amount })}
        problem={problemAt(create.error, "amount")}
      />
      {!bank && accounts.length > 1 && (
        <Select
          label={say(text("From", "Depuis"))}
          value={draft.currency}
          onChange={({ target }) => set({ currency: target.value })}
          options={accounts.map(({ currency, name }) => ({ value: currency, label: name }))}
        />
      )}
      <Select
        label={say(text("How often", "Fréquence"))}
        value={draft.frequency}
        onChange={({ target }) => set({ frequency: target.value as Frequency })}
        options={Object.entries(frequencyNames).map(([value, name]) => ({ value, label: say(name) }))}
      />
      <div className="grid grid-cols-2 gap-3">
        <Input
          label={
            draft.frequency === "once"
              ? say(text("On", "Le"))
              : say(text("First payment", "Premier paiement"))
          }
          type="date"
          required
          value={draft.startDate}
          onChange={({ target }) => set({ startDate: target.value })}
          problem={problemAt(create.error, "startDate")}
        />
        {draft.frequency !== "once" && (
          <Input
            label={say(text("Until (optional)", "Jusqu'au (facultatif)"))}
            type="date"
            value={draft.endDate}
            onChange={({ target }) => set({ endDate: target.value })}
            problem={problemAt(create.error, "endDate")}
          />
        )}
      </div>
      <Input
        label={say(text("Message (optional)", "Message (facultatif)"))}
        value={draft.description}
        maxLength={140}
        onChange={({ target }) => set({ description: target.value })}
        problem={problemAt(create.error, "description")}
      />
      <Button type="submit" disabled={draft.amount === ""}>
        {say(text("Continue", "Continuer"))}
      </Button>
    </form>
  );
}
