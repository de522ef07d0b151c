import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** Personal data: its export, and the erasure of the account. The last letter is in `core/people/steps.ts`. */

const plain = z.object({ userId });

export const people: Templates = [
  securityTemplate(Events.exportReady, plain.extend({ until: z.string() }), {
    fr: ({ until }, say) => ({
      subject: "Vos données sont prêtes",
      short: "L'export de vos données peut être téléchargé.",
      body:
        "Vous avez demandé vos données. Connectez-vous et téléchargez-les depuis la page de sécurité de votre compte, ou dans l'application. " +
        `Elles y restent jusqu'au ${say.minute(until)}. Si ce n'était pas vous, changez tout de suite votre mot de passe.`,
    }),
    en: ({ until }, say) => ({
      subject: "Your data is ready",
      short: "The export of your data can be downloaded.",
      body:
        "You asked for your data. Sign in and download it from your account's security page, or in the app. " +
        `It stays there until ${say.minute(until)}. If it was not you, change your password at once.`,
    }),
  }),
  securityTemplate(Events.erasureAsked, plain.extend({ dueAt: z.string() }), {
    fr: ({ dueAt }, say) => ({
      subject: "Votre compte sera supprimé",
      short: "La suppression de votre compte a été demandée.",
      body:
        `Le ${say.minute(dueAt)}, votre compte et vos données seront supprimés pour de bon. Toutes les sessions et les clés d'API ont pris fin. ` +
        "Si vous changez d'avis, ou si ce n'était pas vous, connectez-vous avant : cela suffit pour tout annuler.",
    }),
    en: ({ dueAt }, say) => ({
      subject: "Your account will be deleted",
      short: "The deletion of your account was asked for.",
      body:
        `On ${say.minute(dueAt)} your account and your data will be deleted for good. Every session and every API key has ended. ` +
        "If you change your mind, or if it was not you, sign in before: that is enough to call it off.",
    }),
  }),
  securityTemplate(Events.erasureCanceled, plain, {
    fr: ({ at }) => ({
      subject: "Votre compte ne sera pas supprimé",
      short: "La suppression de votre compte est annulée.",
      body:
        `Une connexion à votre compte le ${at} a annulé sa suppression : tout reste comme avant, sauf les clés d'API, ` +
        "qui sont à créer de nouveau. Si ce n'était pas vous, changez tout de suite votre mot de passe.",
    }),
    en: ({ at }) => ({
      subject: "Your account will not be deleted",
      short: "The deletion of your account is called off.",
      body:
        `A sign-in to your account on ${at} has called its deletion off: all stays as it was but the API ` +
        "keys, which are to be made anew. If it was not you, change your password at once.",
    }),
  }),
  securityTemplate(Events.erasureHeldUp, plain, {
    fr: () => ({
      subject: "Votre compte ne peut pas encore être supprimé",
      short: "Quelque chose empêche la suppression de votre compte.",
      body:
        "Le jour de la suppression de votre compte est venu, mais quelque chose l'empêche : de l'argent est arrivé, ou un paiement est encore en cours. " +
        "Nous réessayons chaque jour. Pour voir ce que c'est et le régler, connectez-vous et demandez de nouveau la suppression.",
    }),
    en: () => ({
      subject: "Your account cannot be deleted yet",
      short: "Something is in the way of your account's deletion.",
      body:
        "The day of your account's deletion has come, and something is in its way: money has come in, or a payment is still open. " +
        "We try again each day. To see what it is and to settle it, sign in and ask for the deletion anew.",
    }),
  }),
];
