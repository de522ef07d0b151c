import * as z from "zod";
import * as Events from "../../../identity/events.ts";
import { securityTemplate, type Templates, userId } from "./template.ts";

/** Personal data: its export, and the erasure of the account. The last email is in `core/people/steps.ts`. */

const plain = z.object({ userId });

export const people: Templates = [
  securityTemplate(Events.exportReady, plain.extend({ until: z.string() }), {
    fr: ({ until }, say) => ({
      subject: "Vos données sont prêtes",
      short: "L'export de vos données peut être téléchargé.",
      body:
        "Vous avez demandé vos données. Connectez-vous et téléchargez-les depuis la page de sécurité de votre compte, ou dans l'application. " +
        `Elles y sont disponibles jusqu'au ${say.minute(until)}. Si ce n'était pas vous, changez immédiatement votre mot de passe.`,
    }),
    en: ({ until }, say) => ({
      subject: "Your data is ready",
      short: "The export of your data can be downloaded.",
      body:
        "You requested your data. Sign in and download it from your account's security page, or in the app. " +
        `It is available until ${say.minute(until)}. If this was not you, change your password immediately.`,
    }),
  }),
  securityTemplate(Events.erasureRequested, plain.extend({ dueAt: z.string() }), {
    fr: ({ dueAt }, say) => ({
      subject: "Votre compte sera supprimé",
      short: "La suppression de votre compte a été demandée.",
      body:
        `Le ${say.minute(dueAt)}, votre compte et vos données seront supprimés définitivement. Toutes les sessions ont été fermées et les clés d'API révoquées. ` +
        "Si vous changez d'avis, ou si ce n'était pas vous, connectez-vous avant cette date : cela annule la suppression.",
    }),
    en: ({ dueAt }, say) => ({
      subject: "Your account will be deleted",
      short: "The deletion of your account was requested.",
      body:
        `On ${say.minute(dueAt)} your account and your data will be deleted permanently. Every session was closed and every API key revoked. ` +
        "If you change your mind, or if this was not you, sign in before that date: this cancels the deletion.",
    }),
  }),
  securityTemplate(Events.erasureCanceled, plain, {
    fr: ({ at }) => ({
      subject: "Votre compte ne sera pas supprimé",
      short: "La suppression de votre compte est annulée.",
      body:
        `Une connexion à votre compte le ${at} a annulé sa suppression. Tout reste comme avant, sauf les clés d'API, ` +
        "que vous devez créer de nouveau. Si ce n'était pas vous, changez immédiatement votre mot de passe.",
    }),
    en: ({ at }) => ({
      subject: "Your account will not be deleted",
      short: "The deletion of your account was canceled.",
      body:
        `A sign-in to your account on ${at} has canceled its deletion. Everything stays as it was, except for the API ` +
        "keys, which you must create again. If this was not you, change your password immediately.",
    }),
  }),
  securityTemplate(Events.erasureHeldUp, plain, {
    fr: () => ({
      subject: "Votre compte ne peut pas encore être supprimé",
      short: "Une opération empêche la suppression de votre compte.",
      body:
        "Nous n'avons pas pu supprimer votre compte à la date prévue : de l'argent est arrivé, ou un paiement est encore en cours. " +
        "Nous réessayons chaque jour. Pour connaître la raison et y remédier, connectez-vous et demandez de nouveau la suppression.",
    }),
    en: () => ({
      subject: "Your account cannot be deleted yet",
      short: "An open operation prevents the deletion of your account.",
      body:
        "We could not delete your account on the scheduled date: money has come in, or a payment is still open. " +
        "We try again every day. To see the reason and resolve it, sign in and request the deletion again.",
    }),
  }),
];
