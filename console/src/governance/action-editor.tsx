import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { farmsQuery, poolsQuery } from "../earn/queries.ts";
import { text, useSay } from "../language.tsx";
import { pairsQuery, symbolsOf } from "../trade/queries.ts";
import { Button } from "../ui/button.tsx";
import { Input, type Option, Select } from "../ui/field.tsx";
import { type ActionKind, actionKinds, sentenceOf, TOKEN, type Values } from "./actions.ts";

/** One action of a new proposal: what it does, with which values, and the sentence that voters will read. */

export interface DraftAction {
  /** The name of its function. */
  readonly kind: string;
  readonly values: Values;
}

interface ActionEditorProps {
  readonly number: number;
  readonly action: DraftAction;
  readonly onChange: (action: DraftAction) => void;
  readonly onRemove: () => void;
}

export function ActionEditor({ number, action, onChange, onRemove }: ActionEditorProps) {
  const say = useSay();
  const kind = actionKinds.find(({ name }) => name === action.kind) ?? actionKinds[0];
  if (!kind) return null;
  const { values } = action;
  const title = say(text(`Action ${number}`, `Action ${number}`));
  const isComplete = kind.fields.every(({ name }) => (values[name] ?? "") !== "");
  return (
    <fieldset className="flex flex-col gap-4 rounded-md border p-4">
      <legend className="px-1 text-sm font-semibold">{title}</legend>
      <div className="flex items-end gap-2">
        <div className="min-w-0 grow">
          <Select
            label={say(text("What happens", "Ce qui se passe"))}
            value={kind.name}
            options={actionKinds.map(({ name, label }) => ({ value: name, label: say(label) }))}
            onChange={({ target }) => onChange({ kind: target.value, values: {} })}
          />
        </div>
        <Button
          kind="secondary"
          size="icon"
          className="size-11"
          aria-label={say(text(`Remove action ${number}`, `Retirer l'action ${number}`))}
          onClick={onRemove}
        >
          <Trash2 className="size-4" aria-hidden />
        </Button>
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        {kind.fields.map((field) => (
          <Value
            key={field.name}
            field={field}
            value={values[field.name] ?? ""}
            asset={values["asset"]}
            onChange={(value) => onChange({ ...action, values: { ...values, [field.name]: value } })}
          />
        ))}
      </div>
      {isComplete && (
        <p className="rounded-md bg-accent-soft p-3 text-sm font-medium">{say(sentenceOf(kind, values))}</p>
      )}
    </fieldset>
  );
}

interface ValueProps {
  readonly field: ActionKind["fields"][number];
  readonly value: string;
  /** The asset that another field names. */
  readonly asset: string | undefined;
  readonly onChange: (value: string) => void;
}

function Value({ field: { label, unit }, value, asset, onChange }: ValueProps) {
  const say = useSay();
  const { data: pairs = [] } = useQuery(pairsQuery);
  const { data: pools = [] } = useQuery(poolsQuery);
  const { data: farms = [] } = useQuery(farmsQuery);
  const named = (names: readonly string[]): readonly Option[] =>
    names.map((name) => ({ value: name, label: name }));
  const choices: Partial<Record<typeof unit.kind, readonly Option[]>> = {
    asset: named(symbolsOf(pairs)),
    pair: pairs.map(({ id }) => ({ value: id, label: id.replace("-", " / ") })),
    pool: pools.map(({ id, name }) => ({ value: id, label: name })),
    farm: farms.map(({ id, pair }) => ({ value: id, label: pair.replace("-", " / ") })),
    yes: [
      { value: "yes", label: say(text("Yes", "Oui")) },
      { value: "no", label: say(text("No", "Non")) },
    ],
  };
  const options = choices[unit.kind];
  if (options)
    return (
      <Select
        label={say(label)}
        value={value}
        options={[{ value: "", label: say(text("Choose", "Choisir")), disabled: true }, ...options]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  const isFigure = unit.kind === "amount" || unit.kind === "percent" || unit.kind === "days";
  return (
    <Input
      label={say(label)}
      value={value}
      suffix={suffixOf(unit, asset, say)}
      inputMode={isFigure ? "decimal" : "text"}
      autoComplete="off"
      onChange={({ target }) =>
        onChange(isFigure ? target.value.replace(",", ".").replace(/[^\d.]/g, "") : target.value.trim())
      }
    />
  );
}

function suffixOf(
  unit: ActionKind["fields"][number]["unit"],
  asset: string | undefined,
  say: ReturnType<typeof useSay>,
): string | undefined {
  if (unit.kind === "percent") return "%";
  if (unit.kind === "days") return say(text("days", "jours"));
  if (unit.kind !== "amount") return undefined;
  if (unit.of === "token") return TOKEN;
  return unit.of === "asset" ? asset : undefined;
}
