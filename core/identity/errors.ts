import { defineError } from "../kernel/errors.ts";
import { text } from "../kernel/texts/index.ts";

export const InvalidCredentials = defineError(
  "AUTH_INVALID_CREDENTIALS",
  "unauthenticated",
  "The email address or password is incorrect.",
  "L'adresse e-mail ou le mot de passe est incorrect.",
);
export const UserNotFound = defineError(
  "AUTH_USER_NOT_FOUND",
  "not-found",
  "No account exists for this email address. Check the address, or register.",
  "Aucun compte n'existe pour cette adresse e-mail. Vérifiez l'adresse, ou inscrivez-vous.",
);
export const AccountBlocked = defineError(
  "AUTH_ACCOUNT_BLOCKED",
  "forbidden",
  "This account is blocked. Contact support.",
  "Ce compte est bloqué. Contactez notre service client.",
);
export const EmailTaken = defineError(
  "AUTH_EMAIL_TAKEN",
  "conflict",
  "An account for this email address already exists. Sign in instead.",
  "Un compte existe déjà pour cette adresse e-mail. Connectez-vous.",
);
export const WeakPassword = defineError(
  "AUTH_WEAK_PASSWORD",
  "invalid",
  "This password is too easy to guess. Choose another.",
  "Ce mot de passe est trop facile à deviner. Choisissez-en un autre.",
);
/** Problems of a new password, in the details of `WeakPassword`. */
export const tooCommon = text(
  "is built from one of the most common passwords; choose another one",
  "est formé à partir d'un des mots de passe les plus courants ; choisissez-en un autre",
);
export const breached = text(
  "was found in a data breach of another service; choose another one",
  "figure dans une fuite de données d'un autre service ; choisissez-en un autre",
);
export const InvalidRefreshToken = defineError(
  "AUTH_INVALID_REFRESH_TOKEN",
  "unauthenticated",
  "The refresh token is not valid or has expired. Sign in again.",
  "Le jeton de renouvellement n'est pas valide ou a expiré. Reconnectez-vous.",
);
export const RefreshTokenReused = defineError(
  "AUTH_REFRESH_TOKEN_REUSED",
  "unauthenticated",
  "This refresh token was used before, so the session was ended to protect the account. Sign in again.",
  "Ce jeton de renouvellement a déjà servi : la session a été fermée pour protéger le compte. Reconnectez-vous.",
);
/** Returned only after a right password, so that a wrong password does not reveal the second factor. */
export const TwoFactorRequired = defineError(
  "TWO_FACTOR_REQUIRED",
  "unauthenticated",
  "This account also requires a code. Enter the code from your authenticator app, or a recovery code, or sign in with a passkey.",
  "Ce compte demande aussi un code. Saisissez celui de votre application d'authentification, ou un code de secours, ou connectez-vous avec une clé d'accès.",
);
export const TwoFactorInvalid = defineError(
  "TWO_FACTOR_INVALID",
  "unauthenticated",
  "The code is incorrect, expired or already used. Wait for the next code and try again.",
  "Le code est incorrect, expiré ou déjà utilisé. Attendez le prochain code et réessayez.",
);
/** The access token is valid, but its session was revoked, evicted or signed out. */
export const SessionEnded = defineError(
  "SESSION_ENDED",
  "unauthenticated",
  "The session has ended. Sign in again.",
  "La session est terminée. Reconnectez-vous.",
);
export const TokenExpired = defineError(
  "TOKEN_EXPIRED",
  "unauthenticated",
  "The access token has expired. Refresh it.",
  "Le jeton d'accès a expiré. Renouvelez-le.",
);
export const RefreshTokenExpired = defineError(
  "REFRESH_TOKEN_EXPIRED",
  "unauthenticated",
  "The refresh token is not valid or has expired. Sign in again.",
  "Le jeton de renouvellement n'est pas valide ou a expiré. Reconnectez-vous.",
);
export const AccountLinkedElsewhere = defineError(
  "AUTH_ACCOUNT_LINKED_ELSEWHERE",
  "conflict",
  "This provider account is linked to another user. Use it to sign in, or choose another account.",
  "Ce compte du fournisseur d'identité est lié à un autre utilisateur. Utilisez-le pour vous connecter, ou choisissez un autre compte.",
);
/** The maximum number of provider accounts of a user. A hand-over removes all of them in one transaction. */
export const MAX_LINKED = 10;

export const LinkLimit = defineError(
  "AUTH_LINK_LIMIT_REACHED",
  "conflict",
  `This user already has ${MAX_LINKED} linked provider accounts. Sign in with one of them.`,
  `Cet utilisateur est déjà lié à ${MAX_LINKED} comptes de fournisseurs d'identité. Connectez-vous avec l'un d'eux.`,
);
export const AccountNotLinked = defineError(
  "AUTH_ACCOUNT_NOT_LINKED",
  "not-found",
  "No account at this provider is linked. It may have been unlinked already.",
  "Aucun compte de ce fournisseur n'est lié. Il a peut-être déjà été délié.",
);
export const LastSignInMethod = defineError(
  "AUTH_LAST_SIGN_IN_METHOD",
  "conflict",
  "Without it you could no longer sign in. Set a password with “Forgot password” or link another account first.",
  "Sans cela, vous ne pourriez plus vous connecter. Définissez d'abord un mot de passe avec « Mot de passe oublié », ou liez un autre compte.",
);
export const EmailNotVerified = defineError(
  "AUTH_EMAIL_NOT_VERIFIED",
  "forbidden",
  "The identity provider has not verified this email address. Verify it there, then sign in again.",
  "Le fournisseur d'identité n'a pas vérifié cette adresse e-mail. Vérifiez-la auprès de lui, puis reconnectez-vous.",
);
/** For a signed-in user. `details` names the field of the request. */
export const WrongPassword = defineError(
  "AUTH_WRONG_PASSWORD",
  "invalid",
  "The password is incorrect. If the account has no password, set one with “Forgot password”.",
  "Le mot de passe est incorrect. Si le compte n'en a pas, définissez-en un avec « Mot de passe oublié ».",
);
export const SessionNotFound = defineError(
  "SESSION_NOT_FOUND",
  "not-found",
  "This session does not exist. It may have ended already.",
  "Cette session n'existe pas. Elle a peut-être déjà pris fin.",
);
/** Only an administrator can appoint another one, so the last one must remain. */
export const LastAdministrator = defineError(
  "LAST_ADMINISTRATOR",
  "conflict",
  "This is the last administrator. Appoint another one first.",
  "C'est le dernier administrateur. Nommez-en d'abord un autre.",
);

export const StaffSecondFactorRequired = defineError(
  "STAFF_SECOND_FACTOR_REQUIRED",
  "forbidden",
  "Your role needs a second factor. Verify your email address, turn on two-factor authentication or add a passkey, then sign in with it.",
  "Votre rôle exige un second facteur. Vérifiez votre adresse e-mail, activez l'authentification à deux facteurs ou ajoutez une clé d'accès, puis connectez-vous avec.",
);

export const TwoFactorAlreadyOn = defineError(
  "TWO_FACTOR_ALREADY_ON",
  "conflict",
  "Two-factor authentication is already on. To use another authenticator app, turn it off first.",
  "L'authentification à deux facteurs est déjà activée. Pour utiliser une autre application, désactivez-la d'abord.",
);
export const TwoFactorNotBegun = defineError(
  "TWO_FACTOR_NOT_BEGUN",
  "conflict",
  "The setup of two-factor authentication was not started, or took longer than 10 minutes. Start again.",
  "La configuration de l'authentification à deux facteurs n'a pas été commencée, ou a pris plus de 10 minutes. Recommencez.",
);

export const StepUpRequired = defineError(
  "STEP_UP_REQUIRED",
  "forbidden",
  "Confirm that it is you, then try again.",
  "Confirmez votre identité, puis réessayez.",
);

export const DeviceNotFound = defineError(
  "DEVICE_NOT_FOUND",
  "not-found",
  "This device does not exist. It may have been removed already.",
  "Cet appareil n'existe pas. Il a peut-être déjà été retiré.",
);

export const InvalidAttestation = defineError(
  "INVALID_BIOMETRIC_TOKEN",
  "invalid",
  "The biometricToken has expired or does not match this device. Create a new one and try again.",
  "Le biometricToken a expiré ou ne correspond pas à cet appareil. Créez-en un nouveau et réessayez.",
);
export const BiometricsChanged = defineError(
  "BIOMETRICS_CHANGED",
  "conflict",
  "Another key was registered for this device at the same time. Check its state and try again.",
  "Une autre clé a été enregistrée entre-temps pour cet appareil. Vérifiez son état et réessayez.",
);

export const VersionConflict = defineError(
  "VERSION_CONFLICT",
  "conflict",
  "The data has changed since you read this version. Load it again, then repeat your change.",
  "Les données ont changé depuis la lecture de cette version. Rechargez-les, puis refaites votre modification.",
);
export const IdentityVerified = defineError(
  "IDENTITY_VERIFIED",
  "conflict",
  "Your identity was verified with this name and date of birth. Contact support to change them.",
  "Votre identité a été vérifiée avec ce nom et cette date de naissance. Contactez notre service client pour les modifier.",
);
export const BusinessNameNotAllowed = defineError(
  "BUSINESS_NAME_NOT_ALLOWED",
  "unprocessable",
  "This name could be taken for the platform or for an address. Choose another one, or have your business verified first.",
  "Ce nom pourrait passer pour celui de la plateforme ou pour une adresse. Choisissez-en un autre, ou faites d'abord vérifier votre entreprise.",
);
