import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ApiCall, Failure, Loaded } from "../ui/list.tsx";
import { Alert, Badge, type BadgeTone, Card, Page } from "../ui/surface.tsx";
import { Capture } from "./capture.tsx";
import { Left, Levels } from "./limits.tsx";
import {
  type Document,
  documentTypes,
  type Identity,
  identityQuery,
  reasonTexts,
  type Slot,
  slotName,
  useChecks,
  verificationQuery,
} from "./queries.ts";
import { ChooseDocument, Step, SubmittedDocuments, slotsOf } from "./steps.tsx";

/** The verification of identity: its steps, what was not accepted and why, and the limits of each level. */

const statuses: Readonly<Record<Identity["status"], readonly [Text, BadgeTone]>> = {
  PENDING: [text("Not verified", "Non vérifiée"), "plain"],
  IN_REVIEW: [text("In review", "En cours d'examen"), "info"],
  VALIDATED: [text("Verified", "Vérifiée"), "good"],
  REJECTED: [text("Not accepted", "Refusée"), "bad"],
  EXPIRED: [text("Expired", "Expirée"), "warn"],
};

export default function Verify() {
  const say = useSay();
  const identity = useQuery(identityQuery);
  return (
    <Page
      title={say(text("Verify your identity", "Vérifier votre identité"))}
      lead={say(
        text(
          "A verified identity raises your limits and lets you order cards.",
          "Une identité vérifiée augmente vos plafonds et permet de commander des cartes.",
        ),
      )}
    >
      <Loaded query={identity}>
        {(loaded) => (
          <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
            <div className="flex min-w-0 flex-col gap-6">
              <Status identity={loaded} />
              <Steps identity={loaded} />
            </div>
            <div className="flex min-w-0 flex-col gap-6">
              <Levels levels={loaded.levels} current={loaded.level} />
              {loaded.limits && <Left limits={loaded.limits} />}
            </div>
          </div>
        )}
      </Loaded>
      <ApiCall method="GET" path="/api/v1/mobile/identity/status" />
    </Page>
  );
}

const nextSteps: Partial<Record<Identity["nextStep"], Text>> = {
  wait: text(
    "We are reviewing your documents. We notify you of the result.",
    "Nous examinons vos documents. Nous vous informerons du résultat.",
  ),
  contact_support: text("Contact support to go on.", "Contactez l'assistance pour continuer."),
  none: text("There is nothing left to do.", "Vous n'avez plus rien à faire."),
};

const CHECKING = text(
  "Your file is being checked. Then send your documents for review below.",
  "Votre fichier est en cours de contrôle. Envoyez ensuite vos documents pour examen ci-dessous.",
);

function Status({ identity: { status, level, nextStep } }: { readonly identity: Identity }) {
  const say = useSay();
  const verification = useQuery(verificationQuery);
  const [name, tone] = statuses[status];
  // The user also waits while a file that was sent is checked, before the review.
  const next = nextStep === "wait" && status !== "IN_REVIEW" ? CHECKING : nextSteps[nextStep];
  // Reasons for one document are shown with it.
  const general = status === "REJECTED" ? (verification.data?.reasons ?? []) : [];
  return (
    <Card>
      <div className="flex flex-col gap-3">
        <p className="flex flex-wrap items-center gap-3 text-base font-semibold">
          {say(text(`Level ${level}`, `Niveau ${level}`))}
          <Badge tone={tone}>{say(name)}</Badge>
        </p>
        {next && (
          <p role="status" className="text-sm text-soft">
            {say(next)}
          </p>
        )}
        {general
          .filter(({ documentType }: Schemas["KycReason"]) => documentType === null)
          .map(({ code }) => (
            <Alert key={code} tone="bad" title={say(reasonTexts[code])} />
          ))}
        {nextStep === "none" && (
          <div>
            <LinkButton to="/cards" kind="secondary">
              {say(text("Order a card", "Commander une carte"))}
            </LinkButton>
          </div>
        )}
      </div>
    </Card>
  );
}

const SELFIE = { documentType: "selfie", side: "front" } as const;
const ADDRESS = { documentType: "proof_of_address", side: "front" } as const;

const isSame = (one: Slot, other: Slot): boolean =>
  one.documentType === other.documentType && one.side === other.side;
const isRefused = ({ status }: Document): boolean => status === "rejected" || status === "awaiting_upload";

function Steps({ identity }: { readonly identity: Identity }) {
  useChecks(identity);
  const { documents, missing, nextStep } = identity;
  const canSubmit = nextStep !== "wait" && nextStep !== "contact_support";
  const isVerified = nextStep === "none";
  const of = (matches: (type: Document["documentType"]) => boolean) =>
    documents.filter(({ documentType }) => matches(documentType));
  const papers = of((type) => type !== "selfie" && type !== "proof_of_address");
  const selfies = of((type) => type === "selfie");
  const addresses = of((type) => type === "proof_of_address");
  const missingPapers = missing.filter((one) => one !== "selfie");
  return (
    <>
      <Step
        number={1}
        title={text("Identity document", "Pièce d'identité")}
        isDone={missingPapers.length === 0 && !papers.some(isRefused)}
      >
        <div className="flex flex-col gap-4">
          <SubmittedDocuments documents={papers} canReplace={canSubmit} />
          {canSubmit && missingPapers.includes("identity_document") && <ChooseDocument />}
          {canSubmit &&
            slotsOf(missingPapers)
              .filter((slot) => !papers.some((one) => isRefused(one) && isSame(one, slot)))
              .map((slot) => (
                <Capture
                  key={`${slot.documentType}.${slot.side}`}
                  slot={slot}
                  name={slotName(slot, true)}
                  onDone={() => undefined}
                />
              ))}
        </div>
      </Step>
      <Step
        number={2}
        title={documentTypes.selfie}
        isDone={!missing.includes("selfie") && !selfies.some(isRefused)}
      >
        <div className="flex flex-col gap-4">
          <SubmittedDocuments documents={selfies} canReplace={canSubmit} />
          {canSubmit && missing.includes("selfie") && !selfies.some(isRefused) && (
            <Capture slot={SELFIE} name={documentTypes.selfie} onDone={() => undefined} />
          )}
        </div>
      </Step>
      <Step
        number={3}
        title={documentTypes.proof_of_address}
        isOptional
        isDone={addresses.length > 0 && !addresses.some(isRefused)}
      >
        <SubmittedDocuments documents={addresses} canReplace={canSubmit} />
        {addresses.length === 0 && <AddressLater canSubmit={canSubmit} />}
      </Step>
      {!isVerified && <Review identity={identity} />}
    </>
  );
}

function AddressLater({ canSubmit }: { readonly canSubmit: boolean }) {
  const say = useSay();
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-soft">
        {say(
          text(
            "A bill or a bank statement of the last months, for the highest limits.",
            "Une facture ou un relevé bancaire des derniers mois, pour les plafonds les plus élevés.",
          ),
        )}
      </p>
      {canSubmit && !isAdding && (
        <div>
          <Button kind="secondary" onClick={() => setAdding(true)}>
            {say(text("Add a proof of address", "Ajouter un justificatif de domicile"))}
          </Button>
        </div>
      )}
      {canSubmit && isAdding && (
        <Capture slot={ADDRESS} name={documentTypes.proof_of_address} onDone={close} onCancel={close} />
      )}
    </div>
  );
}

function Review({ identity: { nextStep, status } }: { readonly identity: Identity }) {
  const say = useSay();
  const queries = useQueryClient();
  const start = useWrite({
    flow: "verification",
    run: () => dataOf(client.POST("/api/v1/mobile/identity/verification/start")),
    changes: [["identity", "verification"]],
    // The answer states what a second request for the status would.
    onDone: () =>
      queries.setQueryData(
        identityQuery.queryKey,
        (known) =>
          known && {
            ...known,
            status: "IN_REVIEW" as const,
            nextStep: "wait" as const,
            documents: known.documents.map((one) => ({ ...one, status: "in_review" as const })),
          },
      ),
  });
  const isReady = nextStep === "start_verification";
  return (
    <Step number={4} title={text("Review", "Examen")} isDone={false}>
      <div className="flex flex-col gap-4">
        <Failure problem={start.error} />
        <p className="text-sm text-soft">
          {status === "IN_REVIEW"
            ? say(text("Your documents are with our team.", "Vos documents sont chez notre équipe."))
            : isReady
              ? say(
                  text(
                    "Everything is there. Nothing can be changed during the review.",
                    "Tout est là. Rien ne peut être modifié pendant l'examen.",
                  ),
                )
              : say(
                  text(
                    "Complete the steps above, then send your documents.",
                    "Terminez les étapes ci-dessus, puis envoyez vos documents.",
                  ),
                )}
        </p>
        {status !== "IN_REVIEW" && (
          <div>
            <Button disabled={!isReady} busy={start.isPending} onClick={() => start.mutate(undefined)}>
              {say(text("Send for review", "Envoyer pour examen"))}
            </Button>
          </div>
        )}
      </div>
    </Step>
  );
}
