import { text, useSay } from "../language.tsx";
import { Time } from "../ui/money.tsx";
import { Badge } from "../ui/surface.tsx";

/** What the email address and the phone number share. */

export const CONFIRM = text("Confirm", "Confirmer");
export const CHANGE = text("Change", "Modifier");
export const CANCEL = text("Cancel", "Annuler");
/** The queries that a change of the address or the number changes. */
export const ME: readonly (readonly string[])[] = [["profile"], ["session"]];

const CONFIRMED = text("Confirmed", "Confirmé");
const NOT_CONFIRMED = text("Not confirmed", "Non confirmé");

interface StateProps {
  readonly value: string;
  readonly since: string | null;
}

/** An address or a number, and since when it is confirmed. */
export function ContactState({ value, since }: StateProps) {
  const say = useSay();
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-medium">
        {value}
        <Badge tone={since === null ? "warn" : "good"}>
          {say(since === null ? NOT_CONFIRMED : CONFIRMED)}
        </Badge>
      </p>
      {since !== null && (
        <p className="mt-1 text-sm text-soft">
          {say(text("Since", "Depuis le"))} <Time iso={since} format="date" />
        </p>
      )}
    </div>
  );
}
