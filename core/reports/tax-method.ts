import type { Language } from "../kernel/texts/index.ts";

/** What the figures of a tax report are, and what they are not: part of every file. */
export const methods: Readonly<Record<Language, readonly string[]>> = {
  en: [
    "This report is an aid for your tax return; it is not a declaration, and not tax advice. Which of these operations are taxed, and how, depends on your country and your situation.",
    "Gains are computed by the moving average cost, separately for each asset: whatever is acquired is added to what is held at its cost, and whatever is disposed of takes the average cost of that moment with it. The gain is the proceeds less that cost. Fees of a swap are part of what it gave.",
    "A swap is worth its amount in euros where one side is euros. Everything else is valued at the closing price of its day (UTC) in the platform's price history, converted at the euro's closing rate of the same day; a day that is not over, at its latest price. Where the history does not know the day, the value is unknown, and with it the gain of whatever it is mixed with.",
    "Adding liquidity disposes of both tokens and acquires pool shares; removing it is the reverse. Rewards are income at their value of the day, and are held at that cost. A penalty disposes of tokens for nothing. Deposits are held at their value of the day, for what they cost elsewhere is not known here; withdrawals and transfers out take their average cost with them, without a gain. Euros are the currency of account and are not listed.",
  ],
  fr: [
    "Ce rapport est une aide à votre déclaration ; il n'est ni une déclaration, ni un conseil fiscal. L'imposition de ces opérations dépend de votre pays et de votre situation.",
    "Les plus-values sont calculées au coût moyen pondéré mobile, actif par actif : ce qui est acquis s'ajoute aux avoirs à son coût, ce qui est cédé emporte le coût moyen du moment. La plus-value est le prix de cession moins ce coût. Les frais d'un échange font partie de ce qui a été donné.",
    "Un échange vaut son montant en euros lorsque l'un des côtés est en euros. Tout le reste est évalué au cours de clôture du jour (UTC) de l'historique des cours de la plateforme, converti au cours de clôture de l'euro du même jour ; un jour non terminé, à son dernier cours. Lorsque l'historique ne connaît pas le jour, la valeur est inconnue, de même que la plus-value de tout ce à quoi elle se mêle.",
    "Un apport de liquidité cède les deux jetons et acquiert des parts du pool ; un retrait fait l'inverse. Les récompenses sont des revenus à leur valeur du jour, et conservées à ce coût. Une pénalité cède des jetons pour rien. Les dépôts sont conservés à leur valeur du jour, leur coût ailleurs n'étant pas connu ici ; les retraits et virements sortants emportent leur coût moyen, sans plus-value. L'euro est la monnaie de compte et n'est pas listé.",
  ],
};
