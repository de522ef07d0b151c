export const financial = `# Personal finance in France and the EU

State of this text: November 2026. It describes the rules for individuals who are tax residents of France, and the EU rules behind
them. It is general information, not personal advice. Figures that are revised every year or half-year are given with the
date they took effect; before relying on one, check the source named beside it.

## Taxation

### Tax residence

A person is a tax resident of France if the home, the main place of stay, the main professional activity or the centre of economic
interests is in France (CGI art. 4 A and 4 B). Residents declare worldwide income; tax treaties decide which country taxes foreign income.
The tax year is the calendar year; the return is filed in spring of the next one on impots.gouv.fr.

### The flat tax (prélèvement forfaitaire unique, PFU)

Interest, dividends and gains on securities are taxed by default at the PFU (CGI art. 200 A). It has two parts:

| Part | Rate | Since |
|---|---|---|
| income tax | 12.8 % | 2018 |
| social levies, general case | 18.6 % | products of investment: 1 January 2026; income from assets (gains on securities, digital assets): income of 2025 |
| total, general case | 31.4 % | as above; it was 30 % before |

The rise of 1.4 points is a rise of the CSG from 9.2 % to 10.6 %, by the social security financing act for 2026 (loi n° 2025-1403 of 30
December 2025, article 12; code de la sécurité sociale art. L. 136-6 to L. 136-8). Not everything rose. Social levies stay at 17.2 %
for: products of life insurance and capitalisation contracts, rental income from unfurnished property, gains on real estate, and home
savings (CEL, PEL) and PEP. Commentators differ on plans opened since 2018, so check BOFiP for a PEL. Livret A, LDDS and LEP pay neither tax
nor levies.

### The option for the progressive scale

The taxpayer may choose the progressive scale instead of the 12.8 % (CGI art. 200 A, 2; box 2OP of the return). The option is global: it
covers all income of the year that the PFU would cover. Under it, dividends of companies get an allowance of 40 % (CGI art. 158, 3), and
6.8 points of the CSG are deductible from the income of the year in which they are paid. The scale's rates are 0, 11, 30, 41 and 45 %; its thresholds (CGI
art. 197) are usually revalued each year by the finance act. Rule of thumb: the option tends to pay off for households whose marginal rate is
0 or 11 %, and should be simulated at 30 %. The online return computes both.

### Prepayment and exemptions from it

Banks withhold 12.8 % when they pay interest and dividends, as an instalment that is set off later (CGI art. 117 quater and 125 A).
Households below an income threshold of the year before last may request an exemption: 25,000 EUR (single) or 50,000 EUR (couple) for
interest, 50,000 EUR or 75,000 EUR for dividends. The request goes to the bank before 30 November of the year before.

### Higher incomes

The exceptional contribution on high incomes (CGI art. 223 sexies) adds 3 % from 250,000 EUR (single) or 500,000 EUR (couple) of reference income, and
4 % from twice that. A differential contribution (CGI art. 224) was introduced for 2025 so that the highest incomes pay at least
20 %; whether and how it applies to a given year has to be checked in that year's finance act. Real estate above 1.3 million EUR net falls under the IFI (CGI art. 964 and following).

### Accounts abroad

Accounts opened, held, used or closed abroad are declared every year (CGI art. 1649 A for bank accounts, art. 1649 bis C for digital-asset
accounts) on form 3916 - 3916 bis, whatever their balance. That includes neobanks with a foreign IBAN and foreign exchanges. An undeclared
foreign bank account costs 1,500 EUR each; an undeclared digital-asset account 750 EUR, or 1,500 EUR if its value exceeded 50,000 EUR during the year (CGI art.
1736, IV and X). Some payment accounts used for online purchases or sales are exempt under conditions (annexe III, art. 344 A).

### Forms at a glance

- 2042: the return. 2042 C: its supplement (box 3VG gains on securities, boxes 3AN and 3BN gains and losses on digital assets, box 2OP the option).
- 2074: gains on securities in detail. 2086: each disposal of digital assets. 3916 - 3916 bis: accounts abroad.
- 2778: voluntary payment of levies on foreign interest and dividends.

## Savings

### An order that usually makes sense

1. Expensive debt first: consumer credit costs more than safe savings earn.
2. A reserve of three to six months of expenses, available at any time and without risk.
3. Projects within five years: safe or nearly safe products with a matching term.
4. Beyond that: diversified investment (see Investment), in the envelope whose tax suits the horizon.

### Regulated savings

| Product | Ceiling of deposits | Tax | Eligible |
|---|---|---|---|
| Livret A | 22,950 EUR | exempt | everybody, one per person |
| LDDS | 12,000 EUR | exempt | tax residents of age, one per person |
| LEP | 10,000 EUR | exempt | below an income ceiling revised each year |
| Livret Jeune | 1,600 EUR | exempt | 12 to 25 years |

Rates, as of 1 February 2026: 1.5 % (Livret A and LDDS) and 2.5 % (LEP, above what the formula gave). They change on 1 February and 1 August: the Banque
de France computes them from inflation and the interbank rate and proposes in the middle of the month before, the minister decides. This text does not include
rates set on 1 August 2026 or later: read the rate in force on service-public.gouv.fr (search for "Livret A", "LEP") or banque-france.fr before naming one, and name its date. Interest is counted by half-month: deposits earn from
the 1st or 16th after them, withdrawals stop earning from the half-month they fall in. So deposit before, withdraw after, the 1st or the 16th.

Holding two Livret A is unlawful and detected at opening. The LEP pays more than the others if the household is eligible: check first.

### Deposit guarantee

The FGDR covers deposits up to 100,000 EUR per person and per bank (CMF art. L. 312-4 and following; Directive 2014/49/EU), temporary high balances
such as a house sale up to 500,000 EUR more for three months. Livret A, LDDS and LEP are guaranteed by the State, up to 100,000 EUR per
person and bank beside that. Funds at payment or e-money institutions are not deposits: they are safeguarded, not guaranteed (see
svc://knowledge/banking). Securities at an investment firm that cannot return them: 70,000 EUR. Life insurance: the FGAP, 70,000
EUR per insured and company.

### Life insurance (assurance-vie)

A savings envelope first, insurance second. Euro funds guarantee capital (gross or net of fees, read the contract); unit-linked funds do not. Gains are taxed at
withdrawal only, in proportion (CGI art. 125-0 A). For premiums paid since 27 September 2017: before 8 years 12.8 %; after 8 years an annual
allowance of 4,600 EUR (single) or 9,200 EUR (couple), then 7.5 % for the part of premiums up to 150,000 EUR and 12.8 % beyond; social levies 17.2 % in
both cases. The clock runs from the opening, so an early contract with little in it is useful. On death, what was paid in before the age of
70 passes with 152,500 EUR free per beneficiary (CGI art. 990 I), later premiums with 30,500 EUR in all (art. 757 B). Look at entry fees (negotiable, often 0 online), yearly fees of the contract and of
each fund, and switching fees. In a crisis the HCSF can limit withdrawals for a time (CMF art. L. 631-2-1).

### Retirement savings (PER)

Payments are deductible within limits (CGI art. 163 quatervicies, roughly 10 % of last year's professional income), and blocked until
retirement, with exceptions such as buying the main home or an accident of life (CMF art. L. 224-4). What was deducted is taxed on the way out: the gain is
the difference of marginal rates and time. Details on carrying allowances forward and on age were under revision for 2026: check impots.gouv.fr.

## Crypto-assets

### Authorised providers

Regulation (EU) 2023/1114 (MiCA) applies in full since 30 December 2024, for stablecoins (asset-referenced and e-money tokens) since 30 June 2024. A crypto-asset
service provider (CASP; PSCA in French) needs an authorisation, valid across the EU. In France, providers registered under the former PSAN regime could go
on until 1 July 2026 at most; since then serving clients without the MiCA authorisation is an offence. Check a provider in the AMF's list
and in ESMA's register, and the AMF's blacklist. An authorisation means organisation, custody segregation and information duties; it does not make an asset safe.
No deposit guarantee covers crypto-assets.

E-money tokens (one official currency) must be redeemable at par at any time, and may not pay interest (MiCA art. 49 and 50). Transfers between
providers carry the names of payer and payee (Regulation (EU) 2023/1113).

### Tax of an individual who trades occasionally (CGI art. 150 VH bis)

- Taxable: selling for official currency, and paying for goods or services with crypto. Not taxable at that time: exchanging one digital asset for
another without a cash balance.
- Nothing is due if all taxable disposals of the household's year together are at most 305 EUR (the disposals, not the gains).
- Gain of one disposal = price - total acquisition cost of the whole portfolio x price / value of the whole portfolio at that moment. Fees
reduce the price. After a disposal, the share of cost that was used up is deducted from the total cost.
- Losses are set off against gains of the same kind and the same year only; they are not carried forward.
- Rate: 12.8 % plus social levies (18.6 % since the income of 2025), or on option the progressive scale (box 3CN; this option is separate from 2OP).
- Example: portfolio worth 10,000 EUR that cost 6,000 EUR in all; sale of 2,000 EUR. Cost share = 6,000 x 2,000 / 10,000 = 1,200 EUR; gain = 800 EUR; remaining cost = 4,800 EUR.
- Professional trading is taxed as non-commercial profit (CGI art. 92) since 2023. Mining rewards are non-commercial profit when received. For staking and liquidity rewards the
administration has published little: taxing them when received, as non-commercial profit, is the cautious reading, and a later sale then starts from that value. Ask an adviser for large amounts.
- NFTs: treatment depends on the underlying right; no general rule is published.

Declare with form 2086 (each disposal), boxes 3AN or 3BN, and form 3916 - 3916 bis for every account at a foreign platform. Save exports of all
trades: platforms close. Under Directive (EU) 2023/2226 (DAC8) providers collect users' transactions since 1 January 2026 and report
them to the tax administrations in 2027 for the first time.

### Risks to explain before numbers

- Volatility: falls of more than half within a year have happened several times. Invest what can be lost.
- Custody: with a provider, its failure; with own keys, loss or theft without recourse.
- Staking: rewards are paid in the asset and fall with it; lock periods prevent selling.
- Liquidity provision in a constant-product pool: against holding, the value changes by 2 x sqrt(r) / (1 + r) - 1, where r is the change of the price ratio: -5.7 % for a doubling,
-20 % for a quadrupling, before fees earned.
- Fraud: guaranteed returns, remote access, fake recovery services. No administration asks for a seed phrase.

## Investment

### Envelopes

| Envelope | Ceiling | Gains inside | On withdrawal |
|---|---|---|---|
| PEA (CMF art. L. 221-30) | 150,000 EUR of deposits; 225,000 EUR together with a PEA-PME | not taxed | after 5 years: no income tax, social levies 18.6 % since 2026; before: PFU, and as a rule the plan is closed |
| ordinary securities account | none | taxed as they come | PFU or scale; losses carried forward 10 years (CGI art. 150-0 D, 11) |
| life insurance | none | not taxed | see Savings |
| PER | see Savings | not taxed | see Savings |

The PEA takes shares of European companies and funds that hold at least 75 % of them; some funds track world indices synthetically and qualify. Open one early: the five
years run from the first deposit.

### Principles that survive most markets

- Horizon decides risk. Shares: eight years or more. A date within three years and shares do not fit together.
- Diversify by asset, region and issuer. A broad index fund holds hundreds of companies; a single share or token is a bet.
- Costs compound like returns: 1 % a year less over 30 years leaves about a third more. (1.05^30 = 4.3, 1.04^30 = 3.2.)
- Regular amounts take the decision about timing away; they do not remove risk.
- Rebalance once a year. Do not borrow to invest without being able to pay from income.
- Past performance says little; a fund's key information document (Regulation (EU) 1286/2014) says risk class, costs and scenarios.

### What protects an investor

MiFID II asks firms to test appropriateness, and suitability before advice (Directive 2014/65/EU art. 25). Personal recommendations are a regulated
activity: bank, investment firm or financial investment adviser (CIF, CMF art. L. 541-1), listed in ORIAS and REGAFI. Crowdfunding platforms need an authorisation under Regulation (EU)
2020/1503 and must warn and test beginners. Leveraged CFDs: ESMA found that 74 to 89 % of retail accounts lose money, and leverage is capped.

### Reading a person's situation with this platform's tools

1. Liquidity: euros available against monthly outflow (svc_get_balance, svc_get_transactions with statistics). Under three months: the reserve comes first.
2. Regularity: income and expense per month, their ratio; below 1 over several months is a warning.
3. Diversification: share of each asset in the total value; one crypto-asset above a tenth, or all in one, deserves a remark.
4. Locked money: amounts held for stakes, and until when (svc_get_stakes).
5. Unknown to the platform: savings elsewhere, debts, pensions, family. State this, and lower the confidence of any score.

## Sources

- Code général des impôts, art. 4 A, 4 B, 117 quater, 125 A, 125-0 A, 150 VH bis, 158, 163 quatervicies, 197, 200 A, 223 sexies, 224, 757 B, 964, 990 I, 1649 A, 1649 bis C, 1736 (legifrance.gouv.fr)
- Loi n° 2025-1403 of 30 December 2025 (financement de la sécurité sociale pour 2026), art. 12; Code de la sécurité sociale, art. L. 136-6 to L. 136-8
- BOFiP, bofip.impots.gouv.fr: comments of the tax administration (RPPM, RSA, BNC, digital assets)
- impots.gouv.fr: forms 2042 C, 2074, 2086, 3916 - 3916 bis and their notices
- service-public.gouv.fr and banque-france.fr: rates and ceilings of regulated savings
- Code monétaire et financier, art. L. 221-30, L. 224-4, L. 312-4, L. 541-1, L. 631-2-1
- Regulation (EU) 2023/1114 (MiCA), Regulation (EU) 2023/1113, Directive (EU) 2023/2226 (DAC8), Directive 2014/65/EU (MiFID II), Regulation (EU) 1286/2014 (PRIIPs), Regulation (EU) 2020/1503 (eur-lex.europa.eu)
- AMF, amf-france.org: lists of authorised providers, blacklists, end of the PSAN transition; ESMA register, esma.europa.eu
- FGDR, garantiedesdepots.fr
`;
