export const loyalty = `# Loyalty

State of this text: November 2026. How loyalty programs, cashback and gamification work, their costs and benefits, and the law that
applies in France and the EU. General information, not legal advice. Where practice or law is unsettled, it says so.

## Programs

### Kinds

| Kind | How it rewards | Suits | Weakness |
|---|---|---|---|
| points | units per euro, redeemed for goods or discounts | frequent, varied purchases | value is opaque; a liability grows |
| stamps | the tenth is free | one product, low price | little data, easy to copy |
| tiers | status by yearly spending | services, travel | those just below a tier leave |
| paid membership | a fee for permanent benefits | high frequency | must be worth more than its fee, visibly |
| coalition | one currency at several merchants | small merchants together | data and money have to be shared out |
| saveback | a percentage comes back as money | payments | costs margin in full, easy to compare |

On this platform a merchant may be enrolled in one program at a time. Its rate is above 0 and at most 20 percent, with two decimals. A
payment earns saveback for its payer at the rate of that day, rounded down to the cent; a refund lowers it in proportion; rewards are pending until an approved payout.
Rewards remain after a program has ended. svc_get_loyalty_cards shows a person's pending amounts by program.

### Figures that show whether a program works

- Enrolment rate: members / customers. Active rate: members with a purchase in the last twelve months / members.
- Earn rate: value of rewards / qualifying sales. Burn rate: redeemed / earned. Breakage: the part that is never redeemed.
- Incremental margin: margin of members minus margin the same people would have brought anyway. Only a control group shows it: exclude a
random part of new members from benefits for some months, and compare.
- Lifetime value: margin per period x expected periods, discounted. A program is worth its cost when (change in lifetime value) x members > cost of rewards + running cost.
- Payback of a saveback rate s with margin m on sales: the same people have to buy at least s / (m - s) more. Example: m = 30 %, s = 5 %: 20 % more.

High breakage is a warning, not a profit: members who forget the program do not change their behaviour.

### Designing one

1. State one behaviour to change: a second visit, a larger basket, a channel, a quiet day.
2. Choose the reward whose value customers can compute in their heads. A percentage in money is the clearest.
3. First reward soon: within two or three purchases.
4. Say in one sentence how to earn, how to use, when it expires.
5. Plan the end: what happens to balances when terms change or the program stops.
6. Measure against a control group from the first day.

### Consumer law in France

- Information and fairness: promises must be clear and true; misleading practices are an offence (Code de la consommation art. L. 121-1 to L. 121-5). General terms apply only if
they were made available.
- Unfair terms (art. L. 212-1, R. 212-1): a right to change the program or to cancel balances at will, without a legitimate reason stated in the contract and without notice, risks being void. Safe practice: reasons listed, notice of a month or more, balances usable during it.
- Expiry of points: no general statute fixes a period. It has to be known before earning, and a reminder is good practice.
- Announced price reductions must show the lowest price of the 30 days before (art. L. 112-1-1, from Directive (EU) 2019/2161). By the Commission's guidance this does not concern advantages
that are truly individual to members of a program, but it does where a "member price" is in fact open to everybody.
- Premium sales are allowed unless unfair (art. L. 121-19).

### Data protection

Running a requested membership is based on contract (GDPR art. 6(1)(b)). Marketing by email, SMS or notification needs prior consent, except for similar products to
existing customers who can object (Code des postes et des communications électroniques art. L. 34-5). Profiling for offers rests on consent or a balanced legitimate interest, with
a right to object (art. 21). The CNIL's reference for commercial management: data of prospects three years after the last contact, of customers for the relation plus
limitation periods, inactive loyalty accounts closed after information. Collect what the program needs: an identifier and purchases; a birthday is optional.

### Payment and e-money law

- Points that are only earned, never bought, are generally not electronic money: nobody paid funds for them (Directive 2009/110/EC art. 2(2); CMF art. L. 315-1).
- Prepaid value that is bought is e-money or a payment instrument unless an exclusion applies: a limited network of providers, or a very limited range of goods (CMF art. L. 521-3 and L. 525-5). A provider that executes more
than 1 million EUR in twelve months under it notifies the ACPR. The EBA's guidelines EBA/GL/2022/02 narrow what a limited network is.
- A crypto-token for loyalty is under MiCA (Regulation (EU) 2023/1114), with an exemption from the white paper for tokens usable only for goods or services in a limited network of merchants
(art. 4(3)(d)), and a notice to the AMF beyond 1 million EUR in twelve months. Tradable on an exchange, it loses that argument.

### Accounting and VAT

Under IFRS 15 (B39 to B43) points that give a material right are a separate performance obligation: part of the price is deferred until they are used or expire, with breakage
estimated. French GAAP: a provision or deferred income, by the nature of the advantage. VAT: a discount at the time of sale reduces the taxable amount; vouchers follow
Directive (EU) 2016/1065 and CGI art. 256 ter (single-purpose: VAT at issue; multi-purpose: at use). Rewards paid by a third party can be its own supply
or a payment for one: ask before launching a coalition.

## Cashback

### Where the money comes from

| Model | Payer | Typical limits |
|---|---|---|
| affiliate cashback | the merchant's commission to a site, passed on in part | tracked by cookies or links, paid after return periods |
| card-linked offer | the merchant, for a visit that the card proves | needs access to transactions |
| issuer cashback | the card's issuer, from its own income | interchange of consumer cards is capped at 0.2 % (debit) and 0.3 % (credit) by Regulation (EU) 2015/751 |
| merchant saveback | the merchant, at its own rate | costs margin in full |

So a consumer card that returns 1 % on everything in the EU is paid for by something else: fees, credit, an advertising budget, or investors. Ask what, and how long.

### Terms worth reading

- What counts: categories left out (fuel, gift cards, taxes, crypto purchases), minimum amounts, ceilings a month.
- When: pending until the return period has passed; payout threshold; expiry of what is not claimed.
- How: money on an account, vouchers, or tokens whose value floats.
- Returned goods: the cashback is taken back. A careful ledger separates earned, pending, paid and cancelled rewards, and never pays rewards whose purchase may still be refunded.

### Tax

For an individual a cashback on own purchases is, as a rule, a reduction of the price and not income; referral bonuses are different: regular commissions for bringing customers can be
taxable. For a business, cashback on business purchases reduces the expense; if employees receive it privately, it may be a taxable benefit. VAT follows the party that grants the
reduction: if the manufacturer refunds the end customer, it may reduce its own taxable amount (CJEU C-317/94 Elida Gibbs). Published French
doctrine on consumer cashback is thin: this is the common reading, not a codified rule.

### Data

Card-linked offers read payment data. A payment account's data may be used by third parties only under PSD2's rules (Directive (EU) 2015/2366 art. 66, 67 and 94) and the GDPR: the service needs a contract
with the user, marketing use its own consent; the EDPB's guidelines 06/2020 explain both, and that purchases can reveal health, religion or politics (special categories). Banks are bound by
professional secrecy (CMF art. L. 511-33).

### Abuse, and what stops it

- Many accounts for one person: limits per verified identity, device and card.
- Buying and refunding: reward the amount that is not refunded, pending until refunds are unlikely, reductions without gaps.
- Merchants paying themselves: owner and payer must differ (this platform gives no saveback on payments to one's own merchant).
- Fake referrals: reward after the first purchase that is not refunded, not at sign-up. Rewards for recruiting people who recruit are forbidden as pyramid sales (Code de la consommation art. L. 121-15).
- Cash equivalents: exclude gift cards and transfers.

### Comparing offers

Net yield = (rate x eligible spending - ceiling effects - fees) / total spending. Example: 1 % on 60 % of 12,000 EUR with a fee of 36 EUR a year: 72 - 36 = 36 EUR, 0.3 %.
Money that is certain beats points that may be devalued; and no cashback makes up for revolving credit.

## Gamification

### Elements and why they work

| Element | Mechanism | Use it for | Beware |
|---|---|---|---|
| progress bar | goal gradient: effort grows near the goal | onboarding, saving goals | endless bars |
| head start | endowed progress | first steps | fake progress |
| streak | loss aversion | small daily habits | punishes illness and holidays: give pauses |
| badges | competence, collecting | learning | childish for money matters |
| leaderboard | comparison | teams, opt-in | demotivates most; reveals wealth |
| challenge | a goal with a date | budgeting month | pressure to spend |
| lottery, wheel | variable reward | rare promotions | closest to gambling, law applies |

Self-determination theory asks for autonomy, competence and relatedness: let people choose goals, show real progress, keep sharing voluntary. Rewards for activities that people enjoy
can crowd out the motive.

### In finance, reward behaviour that benefits the customer

Good: completing a saving plan, paying debt early, learning what a fee is, securing an account (two factors, passkeys), documents in order. Bad: number of trades, size of
positions, staying logged in, borrowing. The test: would the person, knowing how it works, still want it? Measure outcomes (reserve reached, fees avoided), not taps.

### Law

- Dark patterns: Regulation (EU) 2022/2065 (DSA) art. 25 forbids online platforms to deceive or manipulate by design; unfair commercial practices law covers everyone else. For financial services sold at a distance, Directive (EU)
2023/2673 applies since 19 June 2026: a withdrawal function, explanations, and rules on interface design that Member States transpose.
- Games of chance: an offer to the public, a hope of gain, chance and a financial sacrifice together are forbidden without authorisation (Code de la sécurité intérieure art. L. 320-1 and following). Promotional
lotteries are allowed where no payment is needed to take part and the practice is fair (Code de la consommation art. L. 121-20). Games with monetisable digital objects (JONUM) have a trial
regime under loi n° 2024-449 of 21 May 2024.
- Investment and crypto: information must be fair, clear and not misleading (MiFID II art. 24; MiCA art. 66). ESMA and the AMF have warned against design that encourages frequent trading. Influencers may promote crypto-asset services
only of registered or authorised providers (loi n° 2023-451 of 9 June 2023).
- Minors: consent for online services from 15 on in France (loi Informatique et Libertés art. 45); advertising that exhorts children to buy is forbidden.
- Profiling for personalised challenges: inform, minimise, let people switch it off (GDPR art. 13, 21, 22).

### A checklist before launch

1. One behaviour, good for the person, measured by its outcome.
2. Nothing is lost by not playing: prices, security and support are the same.
3. Odds and conditions in plain sight; no purchase needed where chance decides.
4. Opt-in for comparison with others; amounts are never shown.
5. Pauses, limits and an off switch; no notification at night.
6. Accessible (EN 301 549; Directive (EU) 2019/882 applies to consumer banking and e-commerce since 28 June 2025).
7. A control group and a date on which it ends unless it helped.

## Sources

- Code de la consommation, art. L. 112-1-1, L. 121-1 to L. 121-5, L. 121-15, L. 121-19, L. 121-20, L. 212-1, R. 212-1 (legifrance.gouv.fr)
- Code monétaire et financier, art. L. 315-1, L. 511-33, L. 521-3, L. 525-5; EBA/GL/2022/02 on the limited network exclusion
- Code de la sécurité intérieure, art. L. 320-1; loi n° 2024-449 of 21 May 2024; loi n° 2023-451 of 9 June 2023
- Regulation (EU) 2016/679 (GDPR), Regulation (EU) 2022/2065 (DSA), Directive (EU) 2019/2161, Directive (EU) 2023/2673, Directive (EU) 2019/882 (eur-lex.europa.eu)
- Regulation (EU) 2015/751 (interchange fees), Directive (EU) 2015/2366 (PSD2), Regulation (EU) 2023/1114 (MiCA) art. 4 and 66, Directive 2009/110/EC
- Directive (EU) 2016/1065 and CGI art. 256 ter (vouchers); CJEU C-317/94 Elida Gibbs; IFRS 15, B39 to B43
- EDPB guidelines 06/2020 on PSD2 and GDPR (edpb.europa.eu); CNIL reference on commercial management (cnil.fr)
- Commission guidance on article 6a of Directive 98/6/EC (OJ C 526, 29 December 2021)
`;
