import clsx from "clsx";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { type Text, text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Badge, Card } from "../ui/surface.tsx";
import { Capture } from "./capture.tsx";
import {
  type Document,
  type DocumentType,
  documentTypes,
  isBeingChecked,
  reasonTexts,
  type Slot,
  slotName,
  statusOf,
} from "./queries.ts";

/** The steps of a verification: each shows its documents with their state, and takes what is missing. */

interface StepProps {
  readonly number: number;
  readonly title: Text;
  readonly isDone: boolean;
  readonly isOptional?: boolean;
  readonly children: ReactNode;
}

export function Step({ number, title, isDone, isOptional = false, children }: StepProps) {
  const say = useSay();
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-3">
          <span
            aria-hidden
            className={clsx(
              "grid size-7 shrink-0 place-items-center rounded-full text-sm",
              isDone ? "bg-good-soft text-good" : "bg-accent-soft text-accent",
            )}
          >
            {isDone ? <Check className="size-4" /> : number}
          </span>
          {say(title)}
          {isOptional && !isDone && <Badge>{say(text("Optional", "Facultatif"))}</Badge>}
          {isDone && <span className="sr-only">{say(text("done", "terminé"))}</span>}
        </span>
      }
    >
      {children}
    </Card>
  );
}

interface SubmittedProps {
  readonly document: Document;
  readonly hasTwoSides: boolean;
  readonly canReplace: boolean;
}

/** A submitted document: its state, the reasons if it was not accepted, and its replacement. */
export function Submitted({ document, hasTwoSides, canReplace }: SubmittedProps) {
  const say = useSay();
  const [isReplacing, setReplacing] = useState(false);
  const [status, tone] = statusOf(document);
  const name = slotName(document, hasTwoSides);
  const isRefused = document.status === "rejected" || document.status === "awaiting_upload";
  const reasons = [
    ...(document.reason === null ? [] : [document.reason]),
    ...document.reasons.map(({ code }) => say(reasonTexts[code])),
  ];
  const close = () => setReplacing(false);
  return (
    <li className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            {say(name)}
            <Badge tone={tone}>{say(status)}</Badge>
          </p>
          {reasons.map((reason) => (
            <p key={reason} className="mt-1 text-sm text-bad">
              {reason}
            </p>
          ))}
        </div>
        {canReplace && !isReplacing && !isBeingChecked(document) && document.status !== "verified" && (
          <Button
            kind={isRefused ? "primary" : "quiet"}
            size="sm"
            onClick={() => setReplacing(true)}
            aria-label={say(text(`Replace: ${name.en}`, `Remplacer : ${name.fr}`))}
          >
            {say(text("Replace", "Remplacer"))}
          </Button>
        )}
      </div>
      {isReplacing && <Capture slot={document} name={name} onDone={close} onCancel={close} />}
    </li>
  );
}

interface DocumentsProps {
  readonly documents: readonly Document[];
  readonly canReplace: boolean;
}

export function SubmittedDocuments({ documents, canReplace }: DocumentsProps) {
  const say = useSay();
  if (documents.length === 0) return null;
  const sidesOf = (type: DocumentType) =>
    documents.filter(({ documentType }) => documentType === type).length;
  return (
    <ul className="divide-y" aria-label={say(text("Your documents", "Vos documents"))}>
      {documents.map((document) => (
        <Submitted
          key={document.documentId}
          document={document}
          hasTwoSides={sidesOf(document.documentType) > 1 || document.side === "back"}
          canReplace={canReplace}
        />
      ))}
    </ul>
  );
}

const choices = ["passport", "national_id", "driving_licence", "residence_permit"] as const;

/** The choice of an identity document, then its front. The platform states afterwards whether a back is missing. */
export function ChooseDocument() {
  const say = useSay();
  const [chosen, setChosen] = useState<(typeof choices)[number]>();
  return (
    <div className="flex flex-col gap-4">
      <fieldset>
        <legend className="mb-2 text-sm font-medium">
          {say(text("Which document do you have at hand?", "Quel document avez-vous sous la main ?"))}
        </legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {choices.map((type) => (
            <label
              key={type}
              className={clsx(
                "flex min-h-12 cursor-pointer items-center gap-3 rounded-md border px-4 text-sm font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent",
                type === chosen ? "border-accent bg-accent-soft" : "border-edge/50 hover:bg-sunken",
              )}
            >
              <input
                type="radio"
                name="document-type"
                value={type}
                checked={type === chosen}
                onChange={() => setChosen(type)}
                className="size-4 accent-accent outline-none"
              />
              {say(documentTypes[type])}
            </label>
          ))}
        </div>
      </fieldset>
      {chosen && (
        <Capture
          key={chosen}
          slot={{ documentType: chosen, side: "front" }}
          name={slotName({ documentType: chosen, side: "front" }, chosen !== "passport")}
          onDone={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

const isSide = (side: string | undefined): side is Slot["side"] => side === "front" || side === "back";

/** Returns the slots that the platform names as missing, such as `national_id.back`. */
export const slotsOf = (missing: readonly string[]): readonly Slot[] =>
  missing.flatMap((one) => {
    const [documentType, side] = one.split(".");
    return isSide(side) ? [{ documentType: documentType as DocumentType, side }] : [];
  });
