import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { client, dataOf, type paths } from "../api/client.ts";
import { useDraft } from "../api/idempotency.ts";
import { useReview } from "../api/review.ts";
import { text, useSay } from "../language.tsx";
import { pairsQuery } from "../trade/queries.ts";
import { Button, LinkButton } from "../ui/button.tsx";
import { Input, Select, TextArea } from "../ui/field.tsx";
import { fact, problemAt } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { Card, Page } from "../ui/surface.tsx";
import { ActionEditor, type DraftAction } from "./action-editor.tsx";
import { actionKinds, sentenceOf, toAction } from "./actions.ts";
import { Markdown } from "./markdown.tsx";
import { categoryNames } from "./names.tsx";
import type { Summary } from "./queries.ts";
import { Requirements } from "./requirements.tsx";

/** A new proposal: what it takes, its text, what it does, and a review of all of it. */

type Body = paths["/api/defi/governance/proposals"]["post"]["requestBody"]["content"]["application/json"];

interface Draft {
  readonly title: string;
  readonly description: string;
  readonly category: Summary["category"];
  readonly discussionUrl: string;
  readonly actions: readonly DraftAction[];
}

const EMPTY: Draft = { title: "", description: "", category: "protocol", discussionUrl: "", actions: [] };
const MOST_ACTIONS = 10;
const PATH = "/api/defi/governance/proposals" as const;
const categories = Object.keys(categoryNames) as Summary["category"][];

export default function NewProposal() {
  const say = useSay();
  const navigate = useNavigate();
  const { data: pairs = [] } = useQuery(pairsQuery);
  const [draft, setDraft, clear] = useDraft<Draft>("proposal", EMPTY);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const { title, description, category, discussionUrl, actions } = draft;
  const flow = useReview({
    flow: "proposal",
    run: (body: Body, headers) => dataOf(client.POST(PATH, { headers, body })),
    changes: [["governance"]],
    onDone: clear,
  });
  const calls = actions.flatMap(({ kind, values }) => {
    const found = actionKinds.find(({ name }) => name === kind);
    return found ? [{ kind: found, values }] : [];
  });
  const isComplete =
    title.trim() !== "" &&
    description.trim() !== "" &&
    calls.every(({ kind, values }) => kind.fields.every(({ name }) => (values[name] ?? "") !== ""));
  return (
    <Page
      title={say(text("New proposal", "Nouvelle proposition"))}
      actions={
        <LinkButton to="/governance" kind="secondary">
          {say(text("Back to Governance", "Retour à la gouvernance"))}
        </LinkButton>
      }
    >
      <Requirements />
      <form
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          flow.review({
            title: title.trim(),
            description: description.trim(),
            category,
            actions: calls.map(({ kind, values }) => toAction(kind, values, pairs)),
            ...(discussionUrl.trim() !== "" && { discussionUrl: discussionUrl.trim() }),
          });
        }}
      >
        <Card title={say(text("What you propose", "Ce que vous proposez"))}>
          <div className="flex flex-col gap-4">
            <Input
              label={say(text("Title", "Titre"))}
              value={title}
              maxLength={200}
              problem={problemAt(flow.problem, "title")}
              onChange={({ target }) => change({ title: target.value })}
            />
            <Select
              label={say(text("Category", "Catégorie"))}
              value={category}
              options={categories.map((value) => ({ value, label: say(categoryNames[value]) }))}
              onChange={({ target }) => change({ category: target.value as Summary["category"] })}
            />
            <TextArea
              label={say(text("Description", "Description"))}
              value={description}
              maxLength={10_000}
              className="min-h-40"
              problem={problemAt(flow.problem, "description")}
              hint={say(
                text(
                  "Why, what changes, and what speaks against it. **Bold**, lists and links work.",
                  "Pourquoi, ce qui change et ce qui s'y oppose. **Gras**, listes et liens sont possibles.",
                ),
              )}
              onChange={({ target }) => change({ description: target.value })}
            />
            <Input
              label={say(text("Discussion (optional)", "Discussion (facultatif)"))}
              value={discussionUrl}
              type="url"
              placeholder="https://"
              problem={problemAt(flow.problem, "discussionUrl")}
              onChange={({ target }) => change({ discussionUrl: target.value })}
            />
          </div>
        </Card>
        <Card
          title={say(text("What it does", "Ce qu'elle fait"))}
          lead={say(
            text(
              "If it passes, this is executed for you. Leave it empty to ask for an opinion.",
              "Si elle est adoptée, ceci est exécuté pour vous. Laissez vide pour demander un avis.",
            ),
          )}
        >
          <div className="flex flex-col gap-4">
            {actions.map((action, at) => (
              <ActionEditor
                // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity but their position
                key={at}
                number={at + 1}
                action={action}
                onChange={(next) => change({ actions: actions.with(at, next) })}
                onRemove={() => change({ actions: actions.toSpliced(at, 1) })}
              />
            ))}
            {actions.length < MOST_ACTIONS && (
              <div>
                <Button
                  kind="secondary"
                  onClick={() => change({ actions: [...actions, { kind: "setFee", values: {} }] })}
                >
                  <Plus className="size-4" aria-hidden />
                  {say(text("Add an action", "Ajouter une action"))}
                </Button>
              </div>
            )}
          </div>
        </Card>
        <div className="flex justify-end">
          <Button type="submit" disabled={!isComplete}>
            {say(text("Review", "Vérifier"))}
          </Button>
        </div>
      </form>
      {(flow.body !== null || flow.result !== undefined) && (
        <ReviewDialog
          flow={flow}
          onClose={() => {
            if (flow.result) navigate({ to: "/governance/$id", params: { id: flow.result.id } });
          }}
          title={say(text("Check your proposal", "Vérifiez votre proposition"))}
          review={(body) => ({
            facts: [
              fact(say(text("Title", "Titre")), body.title),
              fact(say(text("Category", "Catégorie")), say(categoryNames[body.category])),
            ],
            note: (
              <div className="flex flex-col gap-4">
                <div className="max-h-64 overflow-y-auto rounded-md bg-sunken p-4">
                  <Markdown source={body.description} />
                </div>
                {calls.length > 0 && (
                  <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm font-medium">
                    {calls.map(({ kind, values }, at) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity but their position
                      <li key={at}>{say(sentenceOf(kind, values))}</li>
                    ))}
                  </ol>
                )}
              </div>
            ),
          })}
          action={() => say(text("Publish the proposal", "Publier la proposition"))}
          call={(body) => ({ method: "POST", path: PATH, body })}
          receipt={({ startTime, endTime, title: published }) => ({
            title: say(text("Your proposal is published", "Votre proposition est publiée")),
            facts: [
              fact(say(text("Title", "Titre")), published),
              fact(say(text("Voting starts", "Début du vote")), <Time iso={startTime} />),
              fact(say(text("Voting ends", "Fin du vote")), <Time iso={endTime} />),
            ],
          })}
        />
      )}
    </Page>
  );
}
