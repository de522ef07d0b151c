import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client, dataOf, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Button, LinkButton } from "../ui/button.tsx";
import { ApiCall, Definitions, Failure, Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Alert, Badge, type BadgeTone, Card, Page } from "../ui/surface.tsx";
import { documentStatuses, documentTypes, identityQuery, reasonTexts, verificationQuery } from "./queries.ts";
import { Upload } from "./upload.tsx";

/** The verification of identity: what is missing, what was rejected and why, and the limits of the level. */

const statuses: Readonly<Record<string, readonly [Text, BadgeTone]>> = {
  PENDING: [text("Not verified", "Non vérifiée"), "plain"],
  IN_REVIEW: [text("In review", "En cours d'examen"), "info"],
  VALIDATED: [text("Verified", "Vérifiée"), "good"],
  REJECTED: [text("Not accepted", "Refusée"), "bad"],
  EXPIRED: [text("Expired", "Expirée"), "warn"],
};

export default function Verify() {
  const say = useSay();
  const navigate = useNavigate();
  const identity = useQuery(identityQuery);
  const verification = useQuery(verificationQuery);
  const start = useWrite({
    flow: "verification",
    run: () => dataOf(client.POST("/api/v1/mobile/identity/verification/start")),
    changes: [["identity"]],
  });
  return (
    <Page title={say(text("Verify your identity", "Vérifier votre identité"))}>
      <Loaded query={identity}>
        {({ status, level, limits, nextStep, documents }) => {
          const [name, tone] = statuses[status] ?? [text(status, status), "plain" as const];
          const isDone = nextStep === "none";
          return (
            <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
              <div className="flex min-w-0 flex-col gap-6">
                <Card>
                  <div className="flex flex-col gap-4">
                    <p className="flex flex-wrap items-center gap-3 text-base font-semibold">
                      {say(text(`Level ${level}`, `Niveau ${level}`))}
                      <Badge tone={tone}>{say(name)}</Badge>
                    </p>
                    <Next step={nextStep} />
                    {verification.data?.reasons.map((reason) => (
                      <Alert key={reason.code} tone="bad" title={say(reasonTexts[reason.code])} />
                    ))}
                    <Failure problem={start.error} />
                    {nextStep === "start_verification" && (
                      <Button busy={start.isPending} onClick={() => start.mutate(undefined)}>
                        {say(text("Send for review", "Envoyer pour examen"))}
                      </Button>
                    )}
                    {isDone && (
                      <LinkButton to="/cards" kind="secondary">
                        {say(text("Order a card", "Commander une carte"))}
                      </LinkButton>
                    )}
                  </div>
                </Card>
                {!isDone && nextStep !== "wait" && <Upload onUploaded={() => navigate({ to: "/verify" })} />}
              </div>
              <div className="flex min-w-0 flex-col gap-6">
                <Documents documents={documents} />
                {limits && (
                  <Card title={say(text("Your limits", "Vos plafonds"))}>
                    <Definitions
                      items={[
                        [
                          say(text("Each operation", "Par opération")),
                          <Amount key="one" value={limits.perOperation} asset="EUR" />,
                        ],
                        [
                          say(text("In 24 hours", "En 24 heures")),
                          <Amount key="day" value={limits.perDay} asset="EUR" />,
                        ],
                        [
                          say(text("In 30 days", "En 30 jours")),
                          <Amount key="month" value={limits.perMonth} asset="EUR" />,
                        ],
                        [
                          say(text("Still to send today", "Encore à envoyer aujourd'hui")),
                          <Amount key="left" value={limits.left.out.day} asset="EUR" />,
                        ],
                      ]}
                    />
                  </Card>
                )}
              </div>
            </div>
          );
        }}
      </Loaded>
      <ApiCall method="GET" path="/api/v1/mobile/identity/status" />
    </Page>
  );
}

const steps: Readonly<Record<string, Text>> = {
  upload_documents: text(
    "Add a photo of your passport, identity card or residence permit.",
    "Ajoutez une photo de votre passeport, carte d'identité ou titre de séjour.",
  ),
  take_selfie: text("Add a photo of your face.", "Ajoutez une photo de votre visage."),
  start_verification: text(
    "Everything is there. Send it for review.",
    "Tout est là. Envoyez votre dossier pour examen.",
  ),
  wait: text(
    "We are reviewing your documents. You will be notified.",
    "Nous examinons vos documents. Vous recevrez une notification.",
  ),
  contact_support: text("Contact support to go on.", "Contactez l'assistance pour continuer."),
};

function Next({ step }: { readonly step: string }) {
  const say = useSay();
  const sentence = steps[step];
  return sentence ? (
    <p role="status" className="text-sm text-soft">
      {say(sentence)}
    </p>
  ) : null;
}

function Documents({ documents }: { readonly documents: readonly Schemas["KycDocument"][] }) {
  const say = useSay();
  if (documents.length === 0) return null;
  const title = say(text("Your documents", "Vos documents"));
  return (
    <Card flush title={title}>
      <Rows label={title}>
        {documents.map(({ documentId, documentType, side, status, uploadedAt, reasons }) => {
          const [name, tone] = documentStatuses[status];
          const back = side === "back" ? say(text(" (back)", " (verso)")) : "";
          return (
            <Row
              key={documentId}
              title={`${say(documentTypes[documentType])}${back}`}
              detail={
                reasons[0] ? (
                  say(reasonTexts[reasons[0].code])
                ) : uploadedAt ? (
                  <Time iso={uploadedAt} />
                ) : undefined
              }
              end={<Badge tone={tone}>{say(name)}</Badge>}
            />
          );
        })}
      </Rows>
    </Card>
  );
}
