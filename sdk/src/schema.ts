/** Made of the API's document: npm run sdk:types. */

export interface paths {
    "/v1/exchange/pairs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trading pairs
         * @description A pair without liquidity is listed with zeros. Figures of the last 24 hours are rolling and may be 3 seconds old. A token without a known price counts as worth nothing. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a trading pair
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/pairs/{id}/trades": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a pair's trades
         * @description What swaps have moved through the pair's pool in the last 30 days. A swap through several pools is a trade in each. Nobody learns whose they were.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.pairs.trades"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List liquidity positions
         * @description The caller's open positions. There is at most one in a pair: adding to it makes it larger.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.positions.list"];
        put?: never;
        /**
         * Provide liquidity
         * @description The pool takes one of the amounts whole and of the other what fits its ratio; where that is less than amount / (1 + slippage / 100), it is `IMBALANCED_AMOUNTS`, and the details name the amounts that fit. Opens the position, or adds to it.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.exchange.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/positions/{id}/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove liquidity
         * @description Gives shares back for their part of the pool, fees included. Less of one token than its minimum is `SLIPPAGE_EXCEEDED`. Shares in a farm are withdrawn from it first (`INSUFFICIENT_BALANCE`). A position without shares is closed and no longer listed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.exchange.positions.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/quotes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Quote a swap
         * @description By `amount_in` for what it gives, or by `amount_out` for what it takes; one of the two. The best route leads through at most three pools. A quote reserves nothing and is not kept: `min_amount_out` and `max_amount_in` are what protects a swap.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.quotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Swap
         * @description By exact input: `amount_in` and `min_amount_out`; or by exact output: `amount_out`, to the base unit, and `max_amount_in`. All or nothing, as one entry, through at most three pools. A price beyond the bound is `SLIPPAGE_EXCEEDED`; later than `deadline` is `QUOTE_EXPIRED`. A wallet of `asset_out` that is not there is opened. Who owes money swaps only into what he owes; what comes out pays the debt first.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.exchange.swaps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exchange/swaps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a swap
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.exchange.swaps.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farms
         * @description Farms take shares of a pool and share out an emission by the second. Governance creates, funds and ends them.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.farms.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/farms/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farm
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.farms.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List farming positions
         * @description The caller's positions with shares or with rewards to harvest: one per farm.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.positions.list"];
        put?: never;
        /**
         * Farm shares
         * @description Puts shares of the caller's liquidity position into a farm, beside those that are in it already. They earn from this second on and cannot be removed from the pool meanwhile. Fewer free shares than that is `INSUFFICIENT_BALANCE`.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.farming.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a farming position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.farming.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/harvest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Harvest a position's rewards
         * @description Paid to the wallet of the platform's token, which is opened where there is none. Where nothing was earned, `rewards_paid` is `0` and `transaction_hash` null.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.farming.positions.harvest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/farming/positions/{id}/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw shares from a farm
         * @description At once. With `shares`, so many; what they have earned stays to be harvested. Without, all of them, and what was earned is paid in the same entry.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.farming.positions.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Delegate voting power
         * @description All of it but what the multipliers of stakes add, to one account, until it is taken back (`null`, or one's own address) or given to another. Holds for votes whose snapshot is not before this moment. An account has at most 1,000 delegators (`DELEGATOR_LIMIT_REACHED`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        put: operations["public.governance.delegation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description `status` is what a proposal has at the time of the request, whether or not the transition was recorded yet.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.proposals.list"];
        put?: never;
        /**
         * Create a proposal
         * @description Takes at least 1,000,000 of voting power now. Voting begins after 2 days and lasts 7; a quorum is 4 % of the supply; a timelock of 2 days follows; governance may change these figures. 0 to 10 actions `{target, value, signature, calldata}`, without any it is a signalling proposal. An account proposes at most 100 times in 24 hours. The targets:
         *
         *     - treasury `0xB7E039a82f30056fe09afB96a74D353455b39fE8`: `transfer(address,string,uint256)` - recipient (an account's address), symbol of an asset, amount in its base units. Opens the recipient's wallet where there is none. `redeemShares(string,uint256,uint256,uint256)` - a pair's id (`BTC-USDC`), how many of the treasury's shares of its pool to give back, and the least of token0 and of token1 that they must give at execution, all in base units; the tokens go to the treasury. `fundRewards(uint256)` - base units of the platform's token for the account that staking's rewards are paid from.
         *     - exchange `0x3c78610499be4a5C7354c07C62360BA9c764A0Af`: `setFee(uint256)` - swap fee in hundredths of a percent, 0 to 100.
         *     - staking `0xf116b03A61108493F9a931795571B00f58352598`: `setPool(string,uint256,uint256,uint256,bool)` - pool, APY in hundredths of a percent (0 to 10000), least and most of one stake in base units, whether it takes new stakes.
         *     - farming `0x9da52526A56E57AaB6fa1b1d48d25ABbb5c45763`: `createFarm(string,string,uint256,uint256)` - the new farm's id, a pair's id, how long each of its emissions lasts in seconds (1 day to 4 years), and the first reward in base units out of the treasury, or 0. `fundFarm(string,uint256)` - farm, reward out of the treasury: a new period begins, with what is left of the one before. `endFarm(string)` - ends its emission: the treasury gets back what nobody has earned, shares can be taken back as ever. `setFarmDuration(string,uint256)` - for emissions after the one that runs, which must be over.
         *     - governance `0x04823CfaF6806e690A789FcD9A0F7F58f96C5b39`: `setParameters(uint256,uint256,uint256,uint256,uint256)` - threshold in base units (1,000 to 50,000,000 tokens), quorum in hundredths of a percent (100 to 2000), voting delay (1 hour to 14 days), voting period (1 to 30 days) and timelock (2 to 30 days) in seconds. For proposals after it.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.governance.proposals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a proposal
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.proposals.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/proposals/{id}/votes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Vote on a proposal
         * @description Once, with the voting power that the caller had at the proposal's `snapshot_at`. What a stake's multiplier adds counts as far as it is still staked under a lock that ends after voting, and keeps it there until then. Who votes by several accounts' keys votes for each. Tokens in the exchange's pools and in farms have no vote: they are the pool's. A vote cannot be changed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.governance.proposals.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/governance/voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the caller's voting power
         * @description While `delegated_to` names another account the caller's own part counts there, and `total_power` is `delegated_power` alone. Tokens in the exchange's pools and in farms have no vote: a pool's reserves change with every swap, and whoever moves them could vote twice.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.governance.voting-power"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/portfolio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the portfolio
         * @description All that the caller has, at the prices of now, each worth rounded down to cents: what is in wallets (`staked` is a part of it), in the exchange's pools and in farms. `allocation` is by asset, wherever it is; its percentages come to 100. `change_24h` is against what the same would have been worth 24 hours ago. An asset without a known price counts as worth nothing.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.portfolio.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List current prices
         * @description Refreshed every 5 seconds; `created_at` is when an asset's market told its price.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices/{symbol}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an asset's price history
         * @description Candles that overlap the range and are over, up to 365 days back. `to` defaults to now, `from` to 100 candles before it; both are answered as whole candles. A candle that nobody recorded is absent. One answer holds at most 10,000.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.prices.history"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking pools
         * @description Rewards are simple interest by the second. Governance may change rate, bounds and `active`; a changed rate counts from its change on. `created_at` is when the ledger began.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.pools.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/pools/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking pool
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.pools.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking positions
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.positions.list"];
        put?: never;
        /**
         * Stake
         * @description The amount stays in the wallet, locked. An account may have 1,000 open positions. A stake is taken while the rewards of all stakes, its own included, are funded for 365 days (`REWARDS_NOT_FUNDED`). Who owes money stakes nothing (`ACCOUNT_IN_DEBT`).
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.staking.positions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a staking position
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.positions.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a position's rewards
         * @description Where nothing has accrued, `claimed` is `0`, nothing is written, `transaction_hash` is null and `id` is the position's. Where the rewards account is short, what there is is paid, and the rest stays owed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.staking.positions.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/compounding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn compounding on or off
         * @description While it is on, what has accrued is added to the stake every 24 hours from now, exactly as of that time; days that the schedule has missed are made up for one after another. What cannot be added stays in `pending_rewards`, to be claimed or added another day: what is beyond the pool's `max_stake` or not in the rewards account; and all of it while the pool is not `active`, while the rewards of so much more stake are not funded for 365 days, or while the account owes money. What is added is locked as the stake is.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        put: operations["public.staking.positions.compounding"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/positions/{id}/unstake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a stake back
         * @description In part or whole, at once. Before `unlocks_at` it is `POSITION_LOCKED` unless `force_early`: then 10 % of the amount, rounded up, go to the treasury; while a vote in which locks weigh is not over, not even then (`STAKE_IS_VOTING`). Who takes back all is paid the rewards too; what the rewards account cannot pay at that moment stays to be claimed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.staking.positions.unstake"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/staking/rewards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List staking rewards
         * @description What was paid, entry by entry, and beside the list what each pool has earned, paid and owes.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.staking.rewards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send money to another user
         * @description To a wallet of the same asset, or to the e-mail address of a user whose wallet is opened where it is missing. It is done at once, or not at all. An address counts once its owner has proven it; whatever else is the matter with a receiver, the answer is `RECIPIENT_UNKNOWN`, and an account tries at most 30 addresses an hour. What the receiver owes is paid first. There is no fee. Of the live ledger it counts against the limits of the sender's level. The request is signed.
         *
         *     In `/v2` it may go to several: 2 to 10 `splits`, each an amount, a percentage of the whole, or the rest. All are paid or nobody is, exactly: percentages are rounded by largest remainder. A refusal says by `details.index` which part it is of. Whoever is named twice gets both in one.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.transfers.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a transfer
         * @description One that the caller sent or received. Of the other side it shows no more than a name.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.transfers.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List wallets
         * @description The caller's wallets with what they are worth: one per asset, at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.list"];
        put?: never;
        /**
         * Open a wallet
         * @description A wallet is opened empty. There is one per asset, and at most 10.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.wallets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a wallet
         * @description Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.read"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve where a wallet is paid in
         * @description The IBAN of a wallet in euros, and an address of the chain for other networks: each wallet has one of its own that never changes. Dollars have none (`NO_DEPOSIT_ADDRESS`): the ACH network pays by account and routing number, which the bank does not give here; they come by card, by swap or from another user. In test mode addresses are those of no bank and of the chain's test network: nothing can be lost there.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.deposit-address"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a wallet's transactions
         * @description All that moved in the wallet, with what it had available after each, and what is on its way. A withdrawal is told once, from when it was asked for on, with what became of it since: `source` is its id.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        get: operations["public.wallets.transactions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/wallets/{id}/withdrawals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw from a wallet
         * @description Euros go to a bank account of the SEPA area, other assets to an address of their network; dollars are not withdrawn (`ASSET_NOT_WITHDRAWABLE`). The amount and the fee are held at once: `pending`. They leave once it is paid, `completed`; what is not paid, or what a bank sends back, is in the wallet again, fee included: `failed`. Each step is an event, and the wallet's transactions have it with its id as `source`. The fee is fixed by the asset, none unless the platform sets one, whatever the network takes. Live withdrawals count against the limits of the account's level. In test mode nothing is paid: the destination decides what becomes of it, by the sandbox's clock (see the guide to test mode). The request is signed.
         *
         *     Limited by the plan of the key's owner: free 10 at once, 60 a minute, 1000 a day; pro 100 at once, 600 a minute, 100000 a day; enterprise 1000 at once, 6000 a minute.
         */
        post: operations["public.wallets.withdraw"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Allocation: {
            /**
             * Format: decimal
             * @description Wherever it is
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Of the total; all together 100.00 */
            percent: string;
            value: components["schemas"]["Worth"];
        };
        Candle: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            close: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            open: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            start: string;
            /**
             * @description US dollars traded; 0 where that is not known
             * @example 90123.45
             */
            volume: string;
        };
        CardAuthorizationEvent: {
            /**
             * Format: decimal
             * @description What the merchant asks for, or may take
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What the merchant has taken by then
             * @example 12.5
             */
            captured_amount: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            card: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @enum {string|null} */
            decline_reason: "card_frozen" | "card_inactive" | "card_canceled" | "account_blocked" | "account_in_debt" | "insufficient_funds" | "online_payments_off" | "contactless_off" | "atm_withdrawals_off" | "abroad_off" | "transaction_limit" | "daily_limit" | "monthly_limit" | "identity_limit" | "currency" | "busy" | "provider" | null;
            /** @example iauth_1MzFMzK8F4fqH0lBmFq8CjbU */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example Rocket Rides */
            merchant: string;
            /** @enum {string} */
            object: "card_authorization";
            /** @enum {string} */
            status: "pending" | "closed" | "reversed" | "expired" | "declined";
        };
        CardEvent: {
            /** @example visa */
            brand: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example crd_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @example 4242 */
            last4: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "card";
            /** @enum {string} */
            status: "requested" | "active" | "frozen" | "inactive" | "canceled";
            /** @enum {string} */
            type: "virtual" | "physical";
            /**
             * @description The wallet that it spends
             * @example wal_01jd0000000000000000000000_eur
             */
            wallet: string;
        };
        Delegation: {
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description null where the power is the caller's own
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            /** @description How many accounts have delegated to the caller */
            delegators: number;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "delegation";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            since: string | null;
        };
        DepositAddress: {
            /**
             * @description An IBAN, or an address of the network: the wallet's own, and always the same
             * @example FR7699999000010A1B2C3D4E542
             */
            address: string;
            /** @description What is to be sent with it; null: nothing */
            memo: string | null;
            /** @example sepa */
            network: string;
        };
        DetailedPrice: {
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_high: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_high_at: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            all_time_low: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            all_time_low_at: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Bitcoin */
            btc: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_1h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_30d: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Ether */
            eth: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            fully_diluted_valuation: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            max_supply: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /** @description Whole units of the asset; 0 where it has no such figure */
            total_supply: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
            /**
             * @description Percent, of the 24 hours before the last 24
             * @example -1.25
             */
            volume_change_24h: string;
        };
        DisputeEvent: {
            /**
             * Format: decimal
             * @description What of the payment is disputed
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example du_1MtJUT2eZvKYlo2CNaw2HvEv */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "dispute";
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            payment: string;
            /**
             * Format: decimal
             * @description What of that it has given again
             * @example 12.5
             */
            returned_amount: string;
            /**
             * @description The provider's: `needs_response`, `under_review`, `won`, `lost`; of a mere inquiry `warning_needs_response`, `warning_under_review`, `warning_closed`
             * @example needs_response
             */
            status: string;
            /**
             * Format: decimal
             * @description What of it the bank has taken back by then
             * @example 12.5
             */
            taken_amount: string;
        };
        Farm: {
            /**
             * @description Percent: a year, the emission's worth by what is in the pool: what a share earns at least
             * @example 12.50
             */
            apr_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description What all of them share each second now
             * @example 12.5
             */
            emission_per_second: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farm";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: date-time
             * @description Until when the emission is funded
             * @example 2026-11-21T09:30:00.000Z
             */
            period_ends_at: string | null;
            /** @description How long an emission lasts that is funded from now on */
            period_seconds: number;
            /**
             * @description US dollars: what is in the whole pool
             * @example 1250.00
             */
            pool_tvl_usd: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description What was earned by all and not harvested, at most
             * @example 12.5
             */
            rewards_owed: string;
            /**
             * Format: decimal
             * @description What is yet to be emitted
             * @example 12.5
             */
            rewards_to_come: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * @description Percent: a year, by what is in the farm now; null while nothing is
             * @example 12.50
             */
            staked_apr_percent: string | null;
            /**
             * Format: decimal
             * @description All shares in the farm
             * @example 12.5
             */
            staked_shares: string;
            /**
             * @description `active`: it emits rewards; `finished`: its emission is over until it is funded again; `ended` by governance: it takes no shares
             * @enum {string}
             */
            status: "active" | "finished" | "ended";
            /**
             * @description US dollars: what the shares in the farm are worth
             * @example 1250.00
             */
            tvl_usd: string;
        };
        FarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        FarmingPositionEvent: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            farm: string;
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            harvested: string;
            /** @example frp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description What of them came or went
             * @example 1.5
             */
            moved: string;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description What is farmed after it, of the pool's shares
             * @example 1.5
             */
            shares: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        HarvestedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Paid to the wallet
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        KycEvent: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example usr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @enum {string} */
            kind: "KYC" | "KYB";
            level: number;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "kyc";
            /** @enum {string} */
            status: "PENDING" | "IN_REVIEW" | "VALIDATED" | "REJECTED" | "EXPIRED";
        };
        LiquidityPosition: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base was brought for the shares that are left
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Those of them that are in farms: they cannot be removed meanwhile
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote was brought for the shares that are left
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; of a closed position 0
             * @example 12.5
             */
            shares: string;
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        LiquidityPositionEvent: {
            /**
             * Format: decimal
             * @description What was brought of the base, or taken
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example liq_01jd8z6k3v5q9w2x4y7a0b1c2d_btc-usdc */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /** @example BTC-USDC */
            pair: string;
            /**
             * Format: decimal
             * @description What was brought of the quote, or taken
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What the position has of the pool's shares after it
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description What of them came or went
             * @example 12.5
             */
            shares_moved: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        LiquidityRemoval: {
            /**
             * Format: decimal
             * @description What of the base came out of the pool
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_removal";
            /** @description With what is left of it */
            position: components["schemas"]["LiquidityPosition"];
            /**
             * Format: decimal
             * @description What of the quote came out of the pool
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What was given back
             * @example 12.5
             */
            shares: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        NewLiquidity: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base was brought for the shares that are left
             * @example 12.5
             */
            base_deposited: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Those of them that are in farms: they cannot be removed meanwhile
             * @example 12.5
             */
            farmed_shares: string;
            /**
             * @description US dollars: the part of that which swaps' fees have brought
             * @example 1250.00
             */
            fees_earned_usd: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "liquidity_position";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Percent: of the pool that the position has now
             * @example 0.5
             */
            pool_share_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote was brought for the shares that are left
             * @example 12.5
             */
            quote_deposited: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description Shares of the pool; of a closed position 0
             * @example 12.5
             */
            shares: string;
            /**
             * Format: decimal
             * @description What of the shares is new
             * @example 12.5
             */
            shares_received: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
            /**
             * @description US dollars: what removing all shares would give now; `0.00` while no prices are known
             * @example 1250.00
             */
            value_usd: string;
        };
        NewStakingPosition: {
            /**
             * Format: decimal
             * @description What is left of the stake, with the rewards that were added to it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether its rewards are added to it daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description When they are next
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued up to now, neither paid nor added to the stake
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Within a minute of `unlocks_at` a stake becomes one of `flexible`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once all was taken back
             * @enum {string}
             */
            status: "active" | "completed";
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
            /**
             * Format: date-time
             * @description From when on it can be taken back freely; null where it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        OrderEvent: {
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /** @example ord_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "order";
            /** @enum {string} */
            status: "paid";
        };
        Pair: {
            /**
             * @description Percent: a year, what the fees of the last 24 hours bring those who provide liquidity
             * @example 0.5
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: decimal
             * @description What of the base is in the pool
             * @example 12.5
             */
            base_reserve: string;
            /**
             * @description Percent: how the price changed in the last 24 hours
             * @example 0.5
             */
            change_24h_percent: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "pair";
            /**
             * @description Quote for one base; `0` of an empty pool
             * @example 64250.12
             */
            price: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * Format: decimal
             * @description What of the quote is in the pool
             * @example 12.5
             */
            quote_reserve: string;
            /**
             * @description US dollars: what is in the pool
             * @example 1250.00
             */
            tvl_usd: string;
            /**
             * @description US dollars: what was traded in the last 24 hours
             * @example 1250.00
             */
            volume_24h_usd: string;
        };
        PaymentEvent: {
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether you were paid or have paid
             * @enum {string}
             */
            direction: "in" | "out";
            failure_reason: string | null;
            /** @example pay_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @example mer_01jd3v8y2m9t4k6q0s5w7x1z3b */
            merchant: string | null;
            /** @enum {string} */
            method: "account" | "card" | "qr" | "scheduled";
            /** @enum {string} */
            object: "payment";
            /**
             * Format: decimal
             * @description What of it has gone back by then
             * @example 12.5
             */
            refunded_amount: string;
            /**
             * @description `refunded`: wholly
             * @enum {string}
             */
            status: "succeeded" | "failed" | "refunded";
        };
        PoolRewards: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What of `paid` was added to stakes
             * @example 12.5
             */
            compounded: string;
            /**
             * Format: decimal
             * @description `paid` and `pending` together
             * @example 12.5
             */
            earned: string;
            /**
             * Format: decimal
             * @description Claimed, paid on unstaking, or added to stakes
             * @example 12.5
             */
            paid: string;
            /**
             * Format: decimal
             * @description Accrued up to now and not paid yet
             * @example 12.5
             */
            pending: string;
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
        };
        Portfolio: {
            allocation: components["schemas"]["Allocation"][];
            change_24h: {
                percent: string;
                /** @description US dollars; below zero where it is worth less */
                usd: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Shares of pools in farms */
            farmed: components["schemas"]["Worth"];
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "portfolio";
            /** @description Shares of pools that are not farmed */
            pooled: components["schemas"]["Worth"];
            /** @description Staked: a part of `wallets` */
            staked: components["schemas"]["Worth"];
            total: components["schemas"]["Worth"];
            /** @description In wallets, what is staked or held there too */
            wallets: components["schemas"]["Worth"];
        };
        Price: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_7d: string;
            /**
             * @description Percent
             * @example -1.25
             */
            change_24h: string;
            /** @description Whole units of the asset; 0 where it has no such figure */
            circulating_supply: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Euro */
            eur: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            high_24h: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * @description US dollars
             * @example 90123.45
             */
            low_24h: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            market_cap: string;
            name: string;
            /** @enum {string} */
            object: "price";
            /**
             * @description US dollars
             * @example 90123.45
             */
            usd: string;
            /**
             * @description US dollars
             * @example 90123.45
             */
            volume_24h: string;
        };
        PriceHistory: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Oldest first */
            data: components["schemas"]["Candle"][];
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            from: string;
            id: string;
            /** @enum {string} */
            interval: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "price_history";
            /**
             * Format: date-time
             * @description Exclusive
             * @example 2026-11-21T09:30:00.000Z
             */
            to: string;
        };
        Proposal: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            /**
             * Format: decimal
             * @description Voting power: against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description From when on it is executed, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why its last execution failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: what votes for it and abstentions must come to together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description At this very instant
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        ProposalWithActions: {
            /**
             * Format: decimal
             * @description Voting power: abstentions
             * @example 12.5
             */
            abstain_votes: string;
            actions: {
                calldata: string;
                signature: string;
                target: string;
                value: string;
            }[];
            /**
             * Format: decimal
             * @description Voting power: against it
             * @example 12.5
             */
            against_votes: string;
            cancel_reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            cancelled_at: string | null;
            /** @enum {string} */
            category: "protocol" | "treasury" | "ecosystem" | "emergency";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description Markdown */
            description: string;
            discussion_url: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            ends_at: string;
            /**
             * Format: date-time
             * @description From when on it is executed, if it passes
             * @example 2026-11-21T09:30:00.000Z
             */
            executable_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            executed_at: string | null;
            /** @description Why its last execution failed */
            execution_error: string | null;
            /**
             * Format: decimal
             * @description Voting power: for it
             * @example 12.5
             */
            for_votes: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "proposal";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            proposer: string;
            /**
             * Format: decimal
             * @description Voting power: what votes for it and abstentions must come to together
             * @example 12.5
             */
            quorum_votes: string;
            /**
             * Format: date-time
             * @description The instant whose voting power counts: a minute before `starts_at`
             * @example 2026-11-21T09:30:00.000Z
             */
            snapshot_at: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            starts_at: string;
            /**
             * @description At this very instant
             * @enum {string}
             */
            status: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            title: string;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
        };
        publicError: {
            error: {
                code: string;
                details: Record<string, never>;
                message: string;
                request_id: string;
            };
        };
        PublicTransaction: components["schemas"]["Transaction"];
        Quote: {
            /**
             * Format: decimal
             * @description What is given
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description What is got
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description 30 seconds from now: meant to be the swap's `deadline`
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at: string;
            /**
             * Format: decimal
             * @description What the pools on the way keep of `amount_in`, exactly; of `asset_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description The most input within the tolerance; of a quote by `amount_out` alone
             * @example 12.5
             */
            max_amount_in: string | null;
            /**
             * Format: decimal
             * @description The least output within the tolerance: for `min_amount_out` of a swap
             * @example 12.5
             */
            min_amount_out: string;
            /** @enum {string} */
            object: "quote";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
        };
        RewardClaim: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What was paid to the wallet
             * @example 12.5
             */
            claimed: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "reward_claim";
            /**
             * Format: decimal
             * @description What is still owed: 0 unless the rewards account was short
             * @example 12.5
             */
            pending_rewards: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description null where there was nothing to pay */
            transaction_hash: string | null;
        };
        StakedFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
        };
        StakingPool: {
            /** @description Whether it takes new stakes */
            active: boolean;
            /**
             * @description Simple interest in percent a year
             * @example 15
             */
            apy_percent: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @description 0 where a stake can be taken back at any time */
            lock_days: number;
            /**
             * Format: decimal
             * @description The most of one stake
             * @example 12.5
             */
            max_stake: string;
            /**
             * Format: decimal
             * @description The least of one stake
             * @example 12.5
             */
            min_stake: string;
            name: string;
            /** @enum {string} */
            object: "staking_pool";
            /**
             * Format: date-time
             * @description Until when the rewards of all stakes are in the account that pays them, the same for all pools; null where no end is in sight
             * @example 2026-11-21T09:30:00.000Z
             */
            rewards_funded_until: string | null;
            /**
             * Format: decimal
             * @description What is staked in the pool
             * @example 12.5
             */
            staked: string;
            /** @example 1.5 */
            voting_multiplier: string;
        };
        StakingPosition: {
            /**
             * Format: decimal
             * @description What is left of the stake, with the rewards that were added to it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Whether its rewards are added to it daily */
            compounding: boolean;
            /**
             * Format: date-time
             * @description When they are next
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description Accrued up to now, neither paid nor added to the stake
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Within a minute of `unlocks_at` a stake becomes one of `flexible`
             * @example locked-90
             */
            pool: string;
            /**
             * @description `completed` once all was taken back
             * @enum {string}
             */
            status: "active" | "completed";
            /**
             * Format: date-time
             * @description From when on it can be taken back freely; null where it always can
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
            /**
             * Format: decimal
             * @description `amount` times the pool's multiplier
             * @example 12.5
             */
            voting_power: string;
        };
        StakingPositionEvent: {
            /**
             * Format: decimal
             * @description What is staked after it
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            compounding: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            compounds_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description What was staked, taken back, claimed or compounded; 0 where a lock alone has ended
             * @example 12.5
             */
            moved: string;
            /** @enum {string} */
            object: "staking_position";
            /**
             * Format: decimal
             * @description What of that went to the treasury
             * @example 12.5
             */
            penalty: string;
            /**
             * Format: decimal
             * @description What is accrued and not paid after it
             * @example 12.5
             */
            pending_rewards: string;
            /** @example locked-90 */
            pool: string;
            /** @enum {string} */
            status: "active" | "completed";
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            unlocks_at: string | null;
        };
        StakingReward: {
            /**
             * Format: decimal
             * @description What was paid
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /**
             * @description `claimed`, paid with the last of an `unstaked` position, or `compounded`: added to the stake
             * @enum {string}
             */
            kind: "claimed" | "unstaked" | "compounded";
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "staking_reward";
            /**
             * @description A pool's id
             * @example locked-90
             */
            pool: string;
            /** @example stk_01jd3v8y2m9t4k6q0s5w7x1z3b */
            position: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        Swap: {
            /**
             * Format: decimal
             * @description What is given
             * @example 12.5
             */
            amount_in: string;
            /**
             * Format: decimal
             * @description What is got
             * @example 12.5
             */
            amount_out: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_in: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset_out: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description What the pools on the way keep of `amount_in`, exactly; of `asset_in`
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "swap";
            /**
             * @description Percent: how much less it gives than the price before it, the fee included
             * @example 0.5
             */
            price_impact_percent: string;
            /** @description Symbols from `asset_in` to `asset_out` */
            route: string[];
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        Trade: {
            /**
             * Format: decimal
             * @description What of the base went in or out
             * @example 12.5
             */
            base_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            base_asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "trade";
            /**
             * @description A pair's id: base and quote
             * @example BTC-USDC
             */
            pair: string;
            /**
             * @description Quote for one base
             * @example 64250.12
             */
            price: string;
            /**
             * Format: decimal
             * @description What of the quote went out or in
             * @example 12.5
             */
            quote_amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            quote_asset: string;
            /**
             * @description `buy`: the base for the quote; `sell`: the other way round
             * @enum {string}
             */
            side: "buy" | "sell";
        };
        Transaction: {
            /**
             * Format: decimal
             * @description What the wallet gained or lost, or what is held of it while that is pending
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What the wallet had available after it; null of what it has not booked
             * @example 12.5
             */
            balance: string | null;
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /** @description What somebody wrote; null where the type says it all */
            description: string | null;
            /** @enum {string} */
            direction: "in" | "out";
            /**
             * Format: decimal
             * @description What of it the platform kept
             * @example 12.5
             */
            fee: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transaction";
            /** @description The id of what it was asked for as: of a withdrawal, a transfer, a payment */
            source: string | null;
            /** @enum {string} */
            status: "pending" | "completed" | "failed" | "canceled" | "refunded";
            /** @enum {string} */
            type: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            wallet: string | null;
        };
        Transfer: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /** @description Who is at the other end, by the name of that time */
            counterparty: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            /**
             * @description Whether the caller received it or sent it
             * @enum {string}
             */
            direction: "in" | "out";
            /** @description The sender's; null to whoever receives */
            from_wallet: string | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "transfer";
            /** @description Of a transfer to several, who got what: to its sender alone; else null */
            splits: components["schemas"]["TransferPart"][] | null;
            /** @enum {string} */
            status: "completed";
            /** @description The receiver's; to the sender null where it was sent to an address */
            to_wallet: string | null;
        };
        TransferPart: {
            /**
             * Format: decimal
             * @description Decimal string, in whole units of its asset
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            counterparty: string | null;
            /** @description Null where it was sent to an address */
            to_wallet: string | null;
        };
        Unstake: {
            /**
             * Format: decimal
             * @description What was taken out of the position
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "unstake";
            /**
             * Format: decimal
             * @description What of that went to the treasury
             * @example 12.5
             */
            penalty: string;
            position: components["schemas"]["StakingPosition"];
            /**
             * Format: decimal
             * @description `amount` less `penalty`: what came back to the wallet
             * @example 12.5
             */
            received: string;
            /**
             * Format: decimal
             * @description Paid to the wallet on top of `received`
             * @example 12.5
             */
            rewards_paid: string;
            /** @description Hash of the ledger's entry */
            transaction_hash: string;
        };
        Vote: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "vote";
            /** @example prp_01jd3v8y2m9t4k6q0s5w7x1z3b */
            proposal: string;
            reason: string | null;
            /** @description `0x` and the SHA-256 of what was recorded, in its canonical form */
            transaction_hash: string;
            /** @enum {string} */
            vote: "for" | "against" | "abstain";
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            voter: string;
            /**
             * Format: decimal
             * @description Voting power: what the voter had at the proposal's snapshot
             * @example 12.5
             */
            voting_power: string;
        };
        VotingPower: {
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            address: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: decimal
             * @description Voting power: what others have delegated to the caller
             * @example 12.5
             */
            delegated_power: string;
            /**
             * @description Address of an account, with EIP-55's checksum: the bytes `ec999567` and the 16 bytes of the ULID in the user's id
             * @example 0xEC999567019347B478544E89335C192f0fD0Fc6B
             */
            delegated_to: string | null;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "voting_power";
            /**
             * @description Of the total supply, rounded down
             * @example 0.1250
             */
            share_percent: string;
            /**
             * Format: decimal
             * @description Voting power: staked, before multipliers
             * @example 12.5
             */
            staked_balance: string;
            /**
             * @description The average over all stakes
             * @example 1.5
             */
            staking_multiplier: string;
            /**
             * Format: decimal
             * @description Voting power: `wallet_balance` + `staked_balance` x `staking_multiplier` + `delegated_power`
             * @example 12.5
             */
            total_power: string;
            /**
             * Format: decimal
             * @description Voting power: of what is in the wallet and not staked
             * @example 12.5
             */
            wallet_balance: string;
        };
        Wallet: {
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: decimal
             * @description What can be sent, swapped, staked or withdrawn
             * @example 12.5
             */
            available_balance: string;
            /**
             * Format: decimal
             * @description What is available and what is locked
             * @example 12.5
             */
            balance: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            id: string;
            label: string | null;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /**
             * Format: decimal
             * @description Staked, farmed, or held for a withdrawal or a card's payment
             * @example 12.5
             */
            locked_balance: string;
            /** @enum {string} */
            object: "wallet";
            /** @description What the balance is worth now, rounded down to cents; `0` without a known price */
            value: {
                eur: string;
                usd: string;
            };
        };
        Withdrawal: {
            /**
             * Format: decimal
             * @description What arrives
             * @example 12.5
             */
            amount: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            asset: string;
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            description: string | null;
            destination: {
                address: string | null;
                /** @description As which the app keeps the account, where the request named it */
                beneficiary: string | null;
                /** @example DE89370400440532013000 */
                iban: string | null;
                /**
                 * @description The account's holder
                 * @example Ada Lovelace
                 */
                name: string | null;
                /** @example sepa */
                network: string;
                /** @enum {string} */
                type: "iban" | "address";
            };
            /** @example AC04: the account is closed */
            failure_reason: string | null;
            /**
             * Format: decimal
             * @description What the platform keeps of the wallet beside it, once it is paid
             * @example 12.5
             */
            fee: string;
            /** @example wdr_01jd3v8y2m9t4k6q0s5w7x1z3b */
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "withdrawal";
            /**
             * @description `failed`: the money is in the wallet again, fee included; so what was `completed` may still fail
             * @enum {string}
             */
            status: "pending" | "completed" | "failed";
            /** @example wal_01jd0000000000000000000000_eur */
            wallet: string;
        };
        WithdrawnFarmingPosition: {
            /**
             * Format: date-time
             * @description ISO 8601 in UTC
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * @description A farm's id
             * @example btc-usdc
             */
            farm: string;
            /**
             * Format: decimal
             * @description Harvested since the beginning
             * @example 12.5
             */
            harvested_rewards: string;
            id: string;
            /** @description Whether it is of the live ledger; of a sandbox: false */
            livemode: boolean;
            /** @enum {string} */
            object: "farming_position";
            /**
             * @description The pair whose pool's shares it takes
             * @example BTC-USDC
             */
            pair: string;
            /**
             * Format: decimal
             * @description Earned up to now and not harvested
             * @example 12.5
             */
            pending_rewards: string;
            /**
             * @description Symbol of the asset
             * @example EUR
             */
            reward_asset: string;
            /**
             * Format: decimal
             * @description Paid to the wallet with it
             * @example 12.5
             */
            rewards_paid: string;
            /**
             * @description What the pool's shares are called
             * @example LP-BTC-USDC
             */
            share_asset: string;
            /**
             * Format: decimal
             * @description What is in the farm: held in the pool meanwhile
             * @example 12.5
             */
            shares: string;
            /**
             * @description `closed`: no shares, and nothing left to harvest
             * @enum {string}
             */
            status: "active" | "closed";
            /** @description Hash of the ledger's entry; null where nothing moved */
            transaction_hash: string | null;
            /**
             * @description US dollars: what removing the shares from the pool would give now
             * @example 1250.00
             */
            value_usd: string;
            /**
             * Format: decimal
             * @description What can be removed from the pool again
             * @example 12.5
             */
            withdrawn_shares: string;
        };
        /** @description Rounded down to cents */
        Worth: {
            eur: string;
            /** @example 1234.56 */
            usd: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "public.exchange.pairs.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pairs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "pair",
                     *           "id": "BTC-USDC",
                     *           "livemode": true,
                     *           "base_asset": "BTC",
                     *           "quote_asset": "USDC",
                     *           "base_reserve": "25.66602475",
                     *           "quote_reserve": "2000696.298536",
                     *           "price": "77951.1559746314045",
                     *           "change_24h_percent": "0.00",
                     *           "volume_24h_usd": "0.00",
                     *           "tvl_usd": "3967947.99",
                     *           "apy_percent": "0.00",
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         },
                     *         {
                     *           "object": "pair",
                     *           "id": "ETH-USDC",
                     *           "livemode": true,
                     *           "base_asset": "ETH",
                     *           "quote_asset": "USDC",
                     *           "base_reserve": "802.511497479624620277",
                     *           "quote_reserve": "2000459.276355",
                     *           "price": "2492.74843119090726",
                     *           "change_24h_percent": "0.00",
                     *           "volume_24h_usd": "0.00",
                     *           "tvl_usd": "3973934.60",
                     *           "apy_percent": "0.00",
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         },
                     *         {
                     *           "object": "pair",
                     *           "id": "EUR-USDC",
                     *           "livemode": true,
                     *           "base_asset": "EUR",
                     *           "quote_asset": "USDC",
                     *           "base_reserve": "1939993.88",
                     *           "quote_reserve": "2000374.213544",
                     *           "price": "1.03112398145503428",
                     *           "change_24h_percent": "0.00",
                     *           "volume_24h_usd": "0.00",
                     *           "tvl_usd": "4003323.60",
                     *           "apy_percent": "0.00",
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Pair"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.pairs.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pair */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "pair",
                     *       "id": "BTC-USDC",
                     *       "livemode": true,
                     *       "base_asset": "BTC",
                     *       "quote_asset": "USDC",
                     *       "base_reserve": "25.66602475",
                     *       "quote_reserve": "2000696.298536",
                     *       "price": "77951.1559746314045",
                     *       "change_24h_percent": "0.00",
                     *       "volume_24h_usd": "0.00",
                     *       "tvl_usd": "3967701.10",
                     *       "apy_percent": "0.00",
                     *       "created_at": "2026-11-23T03:15:00.416Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Pair"];
                };
            };
        };
    };
    "public.exchange.pairs.trades": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                /**
                 * @description A pair's id: base and quote
                 * @example BTC-USDC
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The trades, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Trade"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "liquidity_position",
                     *           "id": "liq_01m836cppw85sc5abw9573n2yx_eth-usdc",
                     *           "livemode": true,
                     *           "pair": "ETH-USDC",
                     *           "share_asset": "LP-ETH-USDC",
                     *           "shares": "1.497822930765",
                     *           "farmed_shares": "0.001",
                     *           "base_asset": "ETH",
                     *           "quote_asset": "USDC",
                     *           "base_deposited": "0.029999999624620277",
                     *           "quote_deposited": "74.782452",
                     *           "value_usd": "148.556171",
                     *           "fees_earned_usd": "0.00",
                     *           "created_at": "2026-11-23T03:15:09.722Z"
                     *         },
                     *         {
                     *           "object": "liquidity_position",
                     *           "id": "liq_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *           "livemode": true,
                     *           "pair": "BTC-USDC",
                     *           "share_asset": "LP-BTC-USDC",
                     *           "shares": "1.1167892",
                     *           "farmed_shares": "0.002",
                     *           "base_asset": "BTC",
                     *           "quote_asset": "USDC",
                     *           "base_deposited": "0.004",
                     *           "quote_deposited": "311.804621",
                     *           "value_usd": "618.396157",
                     *           "fees_earned_usd": "0.00",
                     *           "created_at": "2026-11-23T03:15:07.446Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["LiquidityPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.exchange.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pair": "BTC-USDC",
                 *       "base_amount": "0.001",
                 *       "quote_amount": "100",
                 *       "slippage": "50"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    base_amount: string;
                    /**
                     * @description A pair's id: base and quote
                     * @example BTC-USDC
                     */
                    pair: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    quote_amount: string;
                    /**
                     * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                     * @default 0.5
                     * @example 0.5
                     */
                    slippage?: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "liquidity_position",
                     *       "id": "liq_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *       "livemode": true,
                     *       "pair": "BTC-USDC",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.2791973",
                     *       "farmed_shares": "0",
                     *       "base_asset": "BTC",
                     *       "quote_asset": "USDC",
                     *       "base_deposited": "0.001",
                     *       "quote_deposited": "77.951156",
                     *       "value_usd": "155.865693",
                     *       "fees_earned_usd": "0.00",
                     *       "created_at": "2026-11-23T03:15:07.446Z",
                     *       "shares_received": "0.2791973",
                     *       "pool_share_percent": "0.003896",
                     *       "transaction_hash": "0x5d5c64c171fdb123a4c604db97e9ea60475f4107901733766059e66a23375398"
                     *     }
                     */
                    "application/json": components["schemas"]["NewLiquidity"];
                };
            };
        };
    };
    "public.exchange.positions.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example liq_01m836cppw85sc5abw9573n2yx_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shares": "0.2791973",
                 *       "min_base_amount": "0",
                 *       "min_quote_amount": "0"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_base_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_quote_amount: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The tokens are in the caller's wallets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "liquidity_removal",
                     *       "id": "txn_01m836cy3v4bb511ka44gapgjb",
                     *       "livemode": true,
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.2791973",
                     *       "base_asset": "BTC",
                     *       "quote_asset": "USDC",
                     *       "base_amount": "0.00099999",
                     *       "quote_amount": "77.951144",
                     *       "transaction_hash": "0xe325ae9478aebefc08fbce40456986e16e195be09eda560751305de3fdd47bcc",
                     *       "position": {
                     *         "object": "liquidity_position",
                     *         "id": "liq_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *         "livemode": true,
                     *         "pair": "BTC-USDC",
                     *         "share_asset": "LP-BTC-USDC",
                     *         "shares": "0.2791973",
                     *         "farmed_shares": "0",
                     *         "base_asset": "BTC",
                     *         "quote_asset": "USDC",
                     *         "base_deposited": "0.001",
                     *         "quote_deposited": "77.951156",
                     *         "value_usd": "155.865693",
                     *         "fees_earned_usd": "0.00",
                     *         "created_at": "2026-11-23T03:15:07.446Z"
                     *       },
                     *       "created_at": "2026-11-23T03:15:08.539Z"
                     *     }
                     */
                    "application/json": components["schemas"]["LiquidityRemoval"];
                };
            };
        };
    };
    "public.exchange.quotes": {
        parameters: {
            query: {
                /**
                 * @description Decimal string, in whole units
                 * @example 100
                 */
                amount_in?: string;
                /** @description Decimal string, in whole units */
                amount_out?: string;
                /**
                 * @description Symbol of what is given
                 * @example USDC
                 */
                asset_in: string;
                /**
                 * @description Symbol of what is got
                 * @example BTC
                 */
                asset_out: string;
                /**
                 * @description Tolerance in percent, 0 to 50, as Uniswap's SDK counts it: the least output is the quoted one divided by 1 + slippage / 100, not multiplied by 1 - slippage / 100. At 25 an output of 100 may fall to 80, at 0.5 to 99.5024…
                 * @example 0.5
                 */
                slippage?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quote */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "quote",
                     *       "id": "quo_01m8dg09vjrxxs7rgs0h3dc40r",
                     *       "livemode": true,
                     *       "asset_in": "USDC",
                     *       "asset_out": "BTC",
                     *       "amount_in": "100",
                     *       "amount_out": "0.00127894",
                     *       "fee": "0.3",
                     *       "price_impact_percent": "0.3052",
                     *       "route": [
                     *         "USDC",
                     *         "BTC"
                     *       ],
                     *       "min_amount_out": "0.00127257",
                     *       "max_amount_in": null,
                     *       "expires_at": "2026-11-27T03:15:54.658Z",
                     *       "created_at": "2026-11-27T03:15:24.658Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Quote"];
                };
            };
        };
    };
    "public.exchange.swaps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asset_in": "EUR",
                 *       "asset_out": "USDC",
                 *       "amount_in": "10",
                 *       "min_amount_out": "1",
                 *       "deadline": "2026-11-25T03:15:05.324Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount_out?: string;
                    /**
                     * @description Symbol of what is given
                     * @example USDC
                     */
                    asset_in: string;
                    /**
                     * @description Symbol of what is got
                     * @example BTC
                     */
                    asset_out: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601
                     * @example 2026-11-21T09:30:00.000Z
                     */
                    deadline: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    max_amount_in?: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    min_amount_out?: string;
                };
            };
        };
        responses: {
            /** @description The swap was made */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "swap",
                     *       "id": "txn_01m836cvzzszhh3yjk1s78sqp8",
                     *       "livemode": true,
                     *       "asset_in": "EUR",
                     *       "asset_out": "USDC",
                     *       "amount_in": "10",
                     *       "amount_out": "10.280359",
                     *       "fee": "0.03",
                     *       "price_impact_percent": "0.3006",
                     *       "route": [
                     *         "EUR",
                     *         "USDC"
                     *       ],
                     *       "transaction_hash": "0xf5ba20d31626fbd66d047b6683debcbbcd54e12847a930db1c1583375e9e2c5b",
                     *       "created_at": "2026-11-23T03:15:06.367Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.exchange.swaps.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m836cvzzszhh3yjk1s78sqp8 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The swap, as it was made */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "swap",
                     *       "id": "txn_01m836cvzzszhh3yjk1s78sqp8",
                     *       "livemode": true,
                     *       "asset_in": "EUR",
                     *       "asset_out": "USDC",
                     *       "amount_in": "10",
                     *       "amount_out": "10.280359",
                     *       "fee": "0.03",
                     *       "price_impact_percent": "0.3006",
                     *       "route": [
                     *         "EUR",
                     *         "USDC"
                     *       ],
                     *       "transaction_hash": "0xf5ba20d31626fbd66d047b6683debcbbcd54e12847a930db1c1583375e9e2c5b",
                     *       "created_at": "2026-11-23T03:15:06.367Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Swap"];
                };
            };
        };
    };
    "public.farming.farms.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farms, those from the start first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "farm",
                     *           "id": "btc-usdc",
                     *           "livemode": true,
                     *           "pair": "BTC-USDC",
                     *           "status": "active",
                     *           "share_asset": "LP-BTC-USDC",
                     *           "staked_shares": "0.002",
                     *           "reward_asset": "YANI",
                     *           "emission_per_second": "0.063419583967529173",
                     *           "period_seconds": 31536000,
                     *           "period_ends_at": "2027-11-23T03:15:00.000Z",
                     *           "rewards_to_come": "1978080.479452054794251529",
                     *           "rewards_owed": "16439.434297311009637542",
                     *           "tvl_usd": "1.10",
                     *           "pool_tvl_usd": "3967947.99",
                     *           "apr_percent": "7.79",
                     *           "staked_apr_percent": "27946055.17",
                     *           "created_at": "2026-11-23T03:15:00.769Z"
                     *         },
                     *         {
                     *           "object": "farm",
                     *           "id": "eth-usdc",
                     *           "livemode": true,
                     *           "pair": "ETH-USDC",
                     *           "status": "active",
                     *           "share_asset": "LP-ETH-USDC",
                     *           "staked_shares": "0.001",
                     *           "reward_asset": "YANI",
                     *           "emission_per_second": "0.063419583967529173",
                     *           "period_seconds": 31536000,
                     *           "period_ends_at": "2027-11-23T03:15:00.000Z",
                     *           "rewards_to_come": "1978080.479452054794251529",
                     *           "rewards_owed": "21918.949771689497713914",
                     *           "tvl_usd": "0.09",
                     *           "pool_tvl_usd": "3973934.60",
                     *           "apr_percent": "7.78",
                     *           "staked_apr_percent": "311972317.34",
                     *           "created_at": "2026-11-23T03:15:00.786Z"
                     *         },
                     *         {
                     *           "object": "farm",
                     *           "id": "yani-usdc",
                     *           "livemode": true,
                     *           "pair": "YANI-USDC",
                     *           "status": "active",
                     *           "share_asset": "LP-YANI-USDC",
                     *           "staked_shares": "0",
                     *           "reward_asset": "YANI",
                     *           "emission_per_second": "0.126839167935058346",
                     *           "period_seconds": 31536000,
                     *           "period_ends_at": "2027-11-23T03:15:00.000Z",
                     *           "rewards_to_come": "3956160.958904109588503058",
                     *           "rewards_owed": "0",
                     *           "tvl_usd": "0.00",
                     *           "pool_tvl_usd": "3999935.16",
                     *           "apr_percent": "15.47",
                     *           "staked_apr_percent": null,
                     *           "created_at": "2026-11-23T03:15:00.803Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Farm"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.farms.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A farm's id
                 * @example btc-usdc
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The farm */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "farm",
                     *       "id": "btc-usdc",
                     *       "livemode": true,
                     *       "pair": "BTC-USDC",
                     *       "status": "active",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "staked_shares": "0.002",
                     *       "reward_asset": "YANI",
                     *       "emission_per_second": "0.063419583967529173",
                     *       "period_seconds": 31536000,
                     *       "period_ends_at": "2027-11-23T03:15:00.000Z",
                     *       "rewards_to_come": "1978079.464738711313784761",
                     *       "rewards_owed": "16440.44901065449010431",
                     *       "tvl_usd": "1.10",
                     *       "pool_tvl_usd": "3967701.10",
                     *       "apr_percent": "7.79",
                     *       "staked_apr_percent": "27923988.08",
                     *       "created_at": "2026-11-23T03:15:00.769Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Farm"];
                };
            };
        };
    };
    "public.farming.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "farming_position",
                     *           "id": "frm_01m836cppw85sc5abw9573n2yx_eth-usdc",
                     *           "livemode": true,
                     *           "farm": "eth-usdc",
                     *           "pair": "ETH-USDC",
                     *           "status": "active",
                     *           "share_asset": "LP-ETH-USDC",
                     *           "shares": "0.001",
                     *           "reward_asset": "YANI",
                     *           "pending_rewards": "21919.013191273465243087",
                     *           "harvested_rewards": "0",
                     *           "value_usd": "0.09",
                     *           "created_at": "2026-11-23T03:15:09.733Z"
                     *         },
                     *         {
                     *           "object": "farming_position",
                     *           "id": "frm_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *           "livemode": true,
                     *           "farm": "btc-usdc",
                     *           "pair": "BTC-USDC",
                     *           "status": "active",
                     *           "share_asset": "LP-BTC-USDC",
                     *           "shares": "0.002",
                     *           "reward_asset": "YANI",
                     *           "pending_rewards": "16439.497716894977166713",
                     *           "harvested_rewards": "5479.515474378488076372",
                     *           "value_usd": "1.10",
                     *           "created_at": "2026-11-23T03:15:09.634Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["FarmingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.farming.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "farm": "btc-usdc",
                 *       "shares": "0.0001"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description A farm's id
                     * @example btc-usdc
                     */
                    farm: string;
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares: string;
                };
            };
        };
        responses: {
            /** @description The position with its new shares */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "farming_position",
                     *       "id": "frm_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *       "livemode": true,
                     *       "farm": "btc-usdc",
                     *       "pair": "BTC-USDC",
                     *       "status": "active",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.0001",
                     *       "reward_asset": "YANI",
                     *       "pending_rewards": "0",
                     *       "harvested_rewards": "0",
                     *       "value_usd": "0.05",
                     *       "created_at": "2026-11-23T03:15:09.634Z",
                     *       "transaction_hash": "0xed40d1255653c6f3daeb6b1dad8432183ebf1ca154be54a8622605ab5fd64bf3"
                     *     }
                     */
                    "application/json": components["schemas"]["StakedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m836cppw85sc5abw9573n2yx_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "farming_position",
                     *       "id": "frm_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *       "livemode": true,
                     *       "farm": "btc-usdc",
                     *       "pair": "BTC-USDC",
                     *       "status": "active",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.002",
                     *       "reward_asset": "YANI",
                     *       "pending_rewards": "16440.512430238457633481",
                     *       "harvested_rewards": "5479.515474378488076372",
                     *       "value_usd": "1.10",
                     *       "created_at": "2026-11-23T03:15:09.634Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.harvest": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m836cppw85sc5abw9573n2yx_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "farming_position",
                     *       "id": "frm_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *       "livemode": true,
                     *       "farm": "btc-usdc",
                     *       "pair": "BTC-USDC",
                     *       "status": "active",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.0011",
                     *       "reward_asset": "YANI",
                     *       "pending_rewards": "0",
                     *       "harvested_rewards": "5479.515474378488076372",
                     *       "value_usd": "0.60",
                     *       "created_at": "2026-11-23T03:15:09.634Z",
                     *       "rewards_paid": "5479.515474378488076372",
                     *       "transaction_hash": "0x0b0357514b92140988bcf5af627640f4127206bd99d09078a5ab6cf674dbf917"
                     *     }
                     */
                    "application/json": components["schemas"]["HarvestedFarmingPosition"];
                };
            };
        };
    };
    "public.farming.positions.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example frm_01m836cppw85sc5abw9573n2yx_btc-usdc */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "shares": "0.0001"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    shares?: string;
                };
            };
        };
        responses: {
            /** @description The position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "farming_position",
                     *       "id": "frm_01m836cppw85sc5abw9573n2yx_btc-usdc",
                     *       "livemode": true,
                     *       "farm": "btc-usdc",
                     *       "pair": "BTC-USDC",
                     *       "status": "active",
                     *       "share_asset": "LP-BTC-USDC",
                     *       "shares": "0.002",
                     *       "reward_asset": "YANI",
                     *       "pending_rewards": "0.063419583967529172",
                     *       "harvested_rewards": "5479.515474378488076372",
                     *       "value_usd": "1.10",
                     *       "created_at": "2026-11-23T03:15:09.634Z",
                     *       "withdrawn_shares": "0.0001",
                     *       "rewards_paid": "0",
                     *       "transaction_hash": "0xceb522050475e6903c4ea483e9816e1c09701a4f282c605e364bbed88b17f605"
                     *     }
                     */
                    "application/json": components["schemas"]["WithdrawnFarmingPosition"];
                };
            };
        };
    };
    "public.governance.delegation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "delegate": "0xEc99956701a20b8ce1cd4EC2953f22D928866650"
                 *     }
                 */
                "application/json": {
                    /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                    delegate: string | null;
                };
            };
        };
        responses: {
            /** @description The delegation from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "delegation",
                     *       "id": "0xeC99956701A206665ADc4172c2A97c494E3A8bdD",
                     *       "livemode": true,
                     *       "address": "0xeC99956701A206665ADc4172c2A97c494E3A8bdD",
                     *       "delegated_to": "0xEc99956701a20b8ce1cd4EC2953f22D928866650",
                     *       "since": "2026-11-24T03:15:12.999Z",
                     *       "delegators": 0,
                     *       "created_at": "2026-11-24T03:15:12.999Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Delegation"];
                };
            };
        };
    };
    "public.governance.proposals.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                status?: "pending" | "active" | "defeated" | "succeeded" | "queued" | "executed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposals, newest first, without their actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m85rsvjaa679s7snq1nna3k5",
                     *           "livemode": true,
                     *           "title": "A proposal",
                     *           "description": "It says **what** and why.",
                     *           "category": "protocol",
                     *           "proposer": "0xEc99956701a20B8Cee1f9F9AA77113BFcFA3d4EA",
                     *           "status": "active",
                     *           "for_votes": "0",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-26T03:15:15.145Z",
                     *           "ends_at": "2026-12-03T03:15:15.145Z",
                     *           "snapshot_at": "2026-11-26T03:14:15.145Z",
                     *           "executable_at": "2026-12-05T03:15:15.145Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0x4aacc94f64c576b6b5b801bfe12736a1d0699014f5325ac0fb5952da1e81b10d",
                     *           "created_at": "2026-11-24T03:15:15.145Z"
                     *         },
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m85rsvj3dmma9xhvd1spptem",
                     *           "livemode": true,
                     *           "title": "A proposal",
                     *           "description": "It says **what** and why.",
                     *           "category": "protocol",
                     *           "proposer": "0xEc99956701a20B8Cee1f9F9AA77113BFcFA3d4EA",
                     *           "status": "active",
                     *           "for_votes": "2000000",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-26T03:15:15.139Z",
                     *           "ends_at": "2026-12-03T03:15:15.139Z",
                     *           "snapshot_at": "2026-11-26T03:14:15.139Z",
                     *           "executable_at": "2026-12-05T03:15:15.139Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0x9e3820cda26ff8952c5f2ce838d40d108d2836a1fcf86fb5eb0d6ce335d54d53",
                     *           "created_at": "2026-11-24T03:15:15.139Z"
                     *         },
                     *         {
                     *           "object": "proposal",
                     *           "id": "prp_01m85rsvgpxjfbf5mfapd8kgy3",
                     *           "livemode": true,
                     *           "title": "Lower the exchange fee",
                     *           "description": "A lower fee brings more trades.",
                     *           "category": "protocol",
                     *           "proposer": "0xEC99956701a20b8ce5f0eD63a1399C99F4120b77",
                     *           "status": "active",
                     *           "for_votes": "0",
                     *           "against_votes": "0",
                     *           "abstain_votes": "0",
                     *           "quorum_votes": "40000000",
                     *           "starts_at": "2026-11-26T03:15:15.094Z",
                     *           "ends_at": "2026-12-03T03:15:15.094Z",
                     *           "snapshot_at": "2026-11-26T03:14:15.094Z",
                     *           "executable_at": "2026-12-05T03:15:15.094Z",
                     *           "executed_at": null,
                     *           "cancelled_at": null,
                     *           "cancel_reason": null,
                     *           "execution_error": null,
                     *           "discussion_url": null,
                     *           "transaction_hash": "0xe11bd55bac1aa147caacd6bb41c16586dae7bbba14369540cc32240b4590663e",
                     *           "created_at": "2026-11-24T03:15:15.094Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Proposal"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.governance.proposals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 262144 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Lower the exchange fee",
                 *       "description": "A lower fee brings more trades.",
                 *       "category": "protocol",
                 *       "actions": []
                 *     }
                 */
                "application/json": {
                    actions?: {
                        /** @example 0x0000000000000000000000000000000000000000000000000000000000000019 */
                        calldata: string;
                        /** @example setFee(uint256) */
                        signature: string;
                        /** @example 0x3c78610499be4a5C7354c07C62360BA9c764A0Af */
                        target: string;
                        /** @example 0 */
                        value: string;
                    }[];
                    /** @enum {string} */
                    category: "protocol" | "treasury" | "ecosystem" | "emergency";
                    /**
                     * @description Markdown
                     * @example A lower fee brings more trades.
                     */
                    description: string;
                    /** Format: uri */
                    discussion_url?: string;
                    /** @example Lower the exchange fee */
                    title: string;
                };
            };
        };
        responses: {
            /** @description The new proposal */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "proposal",
                     *       "id": "prp_01m85rsvgpxjfbf5mfapd8kgy3",
                     *       "livemode": true,
                     *       "title": "Lower the exchange fee",
                     *       "description": "A lower fee brings more trades.",
                     *       "category": "protocol",
                     *       "proposer": "0xEC99956701a20b8ce5f0eD63a1399C99F4120b77",
                     *       "status": "pending",
                     *       "for_votes": "0",
                     *       "against_votes": "0",
                     *       "abstain_votes": "0",
                     *       "quorum_votes": "40000000",
                     *       "starts_at": "2026-11-26T03:15:15.094Z",
                     *       "ends_at": "2026-12-03T03:15:15.094Z",
                     *       "snapshot_at": "2026-11-26T03:14:15.094Z",
                     *       "executable_at": "2026-12-05T03:15:15.094Z",
                     *       "executed_at": null,
                     *       "cancelled_at": null,
                     *       "cancel_reason": null,
                     *       "execution_error": null,
                     *       "discussion_url": null,
                     *       "transaction_hash": "0xe11bd55bac1aa147caacd6bb41c16586dae7bbba14369540cc32240b4590663e",
                     *       "created_at": "2026-11-24T03:15:15.094Z",
                     *       "actions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m85rsvjaa679s7snq1nna3k5 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The proposal with its actions */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "proposal",
                     *       "id": "prp_01m85rsvjaa679s7snq1nna3k5",
                     *       "livemode": true,
                     *       "title": "A proposal",
                     *       "description": "It says **what** and why.",
                     *       "category": "protocol",
                     *       "proposer": "0xEc99956701a20B8Cee1f9F9AA77113BFcFA3d4EA",
                     *       "status": "active",
                     *       "for_votes": "0",
                     *       "against_votes": "0",
                     *       "abstain_votes": "0",
                     *       "quorum_votes": "40000000",
                     *       "starts_at": "2026-11-26T03:15:15.145Z",
                     *       "ends_at": "2026-12-03T03:15:15.145Z",
                     *       "snapshot_at": "2026-11-26T03:14:15.145Z",
                     *       "executable_at": "2026-12-05T03:15:15.145Z",
                     *       "executed_at": null,
                     *       "cancelled_at": null,
                     *       "cancel_reason": null,
                     *       "execution_error": null,
                     *       "discussion_url": null,
                     *       "transaction_hash": "0x4aacc94f64c576b6b5b801bfe12736a1d0699014f5325ac0fb5952da1e81b10d",
                     *       "created_at": "2026-11-24T03:15:15.145Z",
                     *       "actions": []
                     *     }
                     */
                    "application/json": components["schemas"]["ProposalWithActions"];
                };
            };
        };
    };
    "public.governance.proposals.vote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example prp_01m85rsvj3dmma9xhvd1spptem */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vote": "for"
                 *     }
                 */
                "application/json": {
                    reason?: string;
                    /** @enum {string} */
                    vote: "for" | "against" | "abstain";
                };
            };
        };
        responses: {
            /** @description The vote as it was counted */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "vote",
                     *       "id": "0x37b744ec0f5bbe9c82c5857aded8ac228ebd890321797f783b1fadc4769d9fae",
                     *       "livemode": true,
                     *       "proposal": "prp_01m85rsvj3dmma9xhvd1spptem",
                     *       "voter": "0xEc99956701a20B8Cee1f9F9AA77113BFcFA3d4EA",
                     *       "vote": "for",
                     *       "voting_power": "2000000",
                     *       "reason": null,
                     *       "transaction_hash": "0x37b744ec0f5bbe9c82c5857aded8ac228ebd890321797f783b1fadc4769d9fae",
                     *       "created_at": "2026-11-26T03:15:17.199Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Vote"];
                };
            };
        };
    };
    "public.governance.voting-power": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What it is made of, now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "voting_power",
                     *       "id": "0xeC99956701A206665ADc4172c2A97c494E3A8bdD",
                     *       "livemode": true,
                     *       "address": "0xeC99956701A206665ADc4172c2A97c494E3A8bdD",
                     *       "wallet_balance": "4006399.537392440385590324",
                     *       "staked_balance": "490",
                     *       "staking_multiplier": "1.0",
                     *       "delegated_power": "0",
                     *       "total_power": "0",
                     *       "share_percent": "0.0000",
                     *       "delegated_to": "0xEc99956701a20b8ce1cd4EC2953f22D928866650",
                     *       "created_at": "2026-11-27T03:15:29.853Z"
                     *     }
                     */
                    "application/json": components["schemas"]["VotingPower"];
                };
            };
        };
    };
    "public.portfolio.read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The portfolio as of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "portfolio",
                     *       "id": "usr_01m836cppw85sc5abw9573n2yx",
                     *       "livemode": true,
                     *       "total": {
                     *         "usd": "1505868.30",
                     *         "eur": "1459124.09"
                     *       },
                     *       "wallets": {
                     *         "usd": "1505101.26",
                     *         "eur": "1458380.87"
                     *       },
                     *       "staked": {
                     *         "usd": "75.78",
                     *         "eur": "73.42"
                     *       },
                     *       "pooled": {
                     *         "usd": "765.82",
                     *         "eur": "742.05"
                     *       },
                     *       "farmed": {
                     *         "usd": "1.20",
                     *         "eur": "1.16"
                     *       },
                     *       "change_24h": {
                     *         "usd": "-311.32",
                     *         "percent": "-0.02"
                     *       },
                     *       "allocation": [
                     *         {
                     *           "asset": "YANI",
                     *           "amount": "4006889.537392440385590324",
                     *           "value": {
                     *             "usd": "619682.77",
                     *             "eur": "600446.97"
                     *           },
                     *           "percent": "41.15"
                     *         },
                     *         {
                     *           "asset": "USDC",
                     *           "amount": "500010.2803",
                     *           "value": {
                     *             "usd": "500209.53",
                     *             "eur": "484682.34"
                     *           },
                     *           "percent": "33.22"
                     *         },
                     *         {
                     *           "asset": "BTC",
                     *           "amount": "4.99999998",
                     *           "value": {
                     *             "usd": "383221.53",
                     *             "eur": "371325.81"
                     *           },
                     *           "percent": "25.45"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-27T03:15:23.606Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Portfolio"];
                };
            };
        };
    };
    "public.prices.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The prices, in the order of the assets */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "price",
                     *           "id": "EUR",
                     *           "livemode": true,
                     *           "asset": "EUR",
                     *           "name": "Euro",
                     *           "usd": "1.0320556",
                     *           "eur": "1",
                     *           "change_24h": "0.00",
                     *           "change_7d": "-0.05",
                     *           "volume_24h": "1048053456.38",
                     *           "market_cap": "0.00",
                     *           "circulating_supply": "0",
                     *           "high_24h": "1.0333154",
                     *           "low_24h": "1.0288333",
                     *           "created_at": "2026-11-27T03:15:30.000Z"
                     *         },
                     *         {
                     *           "object": "price",
                     *           "id": "USD",
                     *           "livemode": true,
                     *           "asset": "USD",
                     *           "name": "US Dollar",
                     *           "usd": "1",
                     *           "eur": "0.968940045478",
                     *           "change_24h": "0.00",
                     *           "change_7d": "0.00",
                     *           "volume_24h": "0.00",
                     *           "market_cap": "0.00",
                     *           "circulating_supply": "0",
                     *           "high_24h": "1",
                     *           "low_24h": "1",
                     *           "created_at": "2026-11-27T03:15:30.000Z"
                     *         },
                     *         {
                     *           "object": "price",
                     *           "id": "BTC",
                     *           "livemode": true,
                     *           "asset": "BTC",
                     *           "name": "Bitcoin",
                     *           "usd": "76577.595",
                     *           "eur": "74199.0983819",
                     *           "change_24h": "2.97",
                     *           "change_7d": "-2.99",
                     *           "volume_24h": "37782000384.17",
                     *           "market_cap": "1523894140500.00",
                     *           "circulating_supply": "19900000",
                     *           "high_24h": "77595.361",
                     *           "low_24h": "72378.906",
                     *           "created_at": "2026-11-27T03:15:30.000Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Price"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.prices.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price in detail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "price",
                     *       "id": "EUR",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "name": "Euro",
                     *       "usd": "1.0320318",
                     *       "eur": "1",
                     *       "change_24h": "0.00",
                     *       "change_7d": "-0.06",
                     *       "volume_24h": "1048053456.38",
                     *       "market_cap": "0.00",
                     *       "circulating_supply": "0",
                     *       "high_24h": "1.0333154",
                     *       "low_24h": "1.0288333",
                     *       "created_at": "2026-11-27T03:15:45.000Z",
                     *       "btc": "0.000013475868284",
                     *       "eth": "0.000419977058239",
                     *       "change_1h": "-0.03",
                     *       "change_30d": "-1.84",
                     *       "volume_change_24h": "-9.94",
                     *       "fully_diluted_valuation": "0.00",
                     *       "total_supply": "0",
                     *       "max_supply": "0",
                     *       "all_time_high": "1.1580918",
                     *       "all_time_high_at": "2026-04-08T18:28:00.000Z",
                     *       "all_time_low": "1.0255091",
                     *       "all_time_low_at": "2026-11-24T00:48:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DetailedPrice"];
                };
            };
        };
    };
    "public.prices.history": {
        parameters: {
            query?: {
                /** @description ISO 8601 with a time zone; a date alone is its 00:00 UTC */
                from?: string;
                interval?: "1m" | "5m" | "15m" | "1h" | "4h" | "1d";
                /** @description ISO 8601 with a time zone; a date alone is its 00:00 UTC */
                to?: string;
            };
            header?: never;
            path: {
                /**
                 * @description Symbol of an asset, in any letter case
                 * @example EUR
                 */
                symbol: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The candles */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "price_history",
                     *       "id": "EUR-1h",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "interval": "1h",
                     *       "from": "2026-11-22T23:00:00.000Z",
                     *       "to": "2026-11-27T03:00:00.000Z",
                     *       "data": [
                     *         {
                     *           "start": "2026-11-22T23:00:00.000Z",
                     *           "open": "1.0309469",
                     *           "high": "1.031648",
                     *           "low": "1.0303164",
                     *           "close": "1.0313328",
                     *           "volume": "61144633.97"
                     *         },
                     *         {
                     *           "start": "2026-11-23T00:00:00.000Z",
                     *           "open": "1.0313312",
                     *           "high": "1.0318641",
                     *           "low": "1.030754",
                     *           "close": "1.0310573",
                     *           "volume": "57366719.6"
                     *         },
                     *         {
                     *           "start": "2026-11-23T01:00:00.000Z",
                     *           "open": "1.0310482",
                     *           "high": "1.0317171",
                     *           "low": "1.0306038",
                     *           "close": "1.0306867",
                     *           "volume": "74994696.86"
                     *         }
                     *       ],
                     *       "created_at": "2026-11-27T03:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["PriceHistory"];
                };
            };
        };
    };
    "public.staking.pools.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pools, the shortest lock first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "flexible",
                     *           "livemode": true,
                     *           "name": "Flexible",
                     *           "asset": "YANI",
                     *           "apy_percent": "8",
                     *           "staked": "490",
                     *           "lock_days": 0,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "1",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         },
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "locked-90",
                     *           "livemode": true,
                     *           "name": "Locked for 90 days",
                     *           "asset": "YANI",
                     *           "apy_percent": "15",
                     *           "staked": "0",
                     *           "lock_days": 90,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "1.5",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         },
                     *         {
                     *           "object": "staking_pool",
                     *           "id": "locked-365",
                     *           "livemode": true,
                     *           "name": "Locked for 365 days",
                     *           "asset": "YANI",
                     *           "apy_percent": "25",
                     *           "staked": "0",
                     *           "lock_days": 365,
                     *           "min_stake": "100",
                     *           "max_stake": "10000000",
                     *           "voting_multiplier": "2",
                     *           "active": true,
                     *           "rewards_funded_until": null,
                     *           "created_at": "2026-11-23T03:15:00.416Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingPool"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.pools.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description A pool's id
                 * @example flexible
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_pool",
                     *       "id": "flexible",
                     *       "livemode": true,
                     *       "name": "Flexible",
                     *       "asset": "YANI",
                     *       "apy_percent": "8",
                     *       "staked": "490",
                     *       "lock_days": 0,
                     *       "min_stake": "100",
                     *       "max_stake": "10000000",
                     *       "voting_multiplier": "1",
                     *       "active": true,
                     *       "rewards_funded_until": null,
                     *       "created_at": "2026-11-23T03:15:00.416Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPool"];
                };
            };
        };
    };
    "public.staking.positions.list": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                status?: "active" | "completed";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The caller's positions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8dg05sbd1ffc2d36a1fr3yj",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "90",
                     *           "pending_rewards": "0.00000322171486555",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "90",
                     *           "compounding": false,
                     *           "compounds_at": null,
                     *           "created_at": "2026-11-27T03:15:20.495Z"
                     *         },
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8dg05r3v0tar5ng5j7ywdne",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "100",
                     *           "pending_rewards": "0.000003551496702181",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "100",
                     *           "compounding": false,
                     *           "compounds_at": null,
                     *           "created_at": "2026-11-27T03:15:20.455Z"
                     *         },
                     *         {
                     *           "object": "staking_position",
                     *           "id": "stk_01m8dg03peh45b50exthc37hrd",
                     *           "livemode": true,
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "amount": "100",
                     *           "pending_rewards": "0.000004058853373921",
                     *           "unlocks_at": null,
                     *           "status": "active",
                     *           "voting_power": "100",
                     *           "compounding": true,
                     *           "compounds_at": "2026-11-28T03:15:19.391Z",
                     *           "created_at": "2026-11-27T03:15:18.355Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingPosition"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.staking.positions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "pool": "flexible",
                 *       "amount": "100"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description A pool's id
                     * @example locked-90
                     */
                    pool: string;
                };
            };
        };
        responses: {
            /** @description The new position */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8dg05r3v0tar5ng5j7ywdne",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": false,
                     *       "compounds_at": null,
                     *       "created_at": "2026-11-27T03:15:20.455Z",
                     *       "transaction_hash": "0x7238ebf1947ddc92913d43cf416c68cf1bb7995d4f28533f057bbb5d0d577beb"
                     *     }
                     */
                    "application/json": components["schemas"]["NewStakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8dg05r3v0tar5ng5j7ywdne */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8dg05r3v0tar5ng5j7ywdne",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0.000007356671740233",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": false,
                     *       "compounds_at": null,
                     *       "created_at": "2026-11-27T03:15:20.455Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.claim": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8axkbkaj821xrpn1j3vthns */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description What was paid */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "reward_claim",
                     *       "id": "txn_01m8dg03nntz7xjhe9h1s8w465",
                     *       "livemode": true,
                     *       "position": "stk_01m8axkbkaj821xrpn1j3vthns",
                     *       "asset": "YANI",
                     *       "claimed": "0.021918061897513952",
                     *       "pending_rewards": "0",
                     *       "transaction_hash": "0x7182a61ce4a23964b779071837b30e9dcecb50b3257b4c657224fbf1f03c81bf",
                     *       "created_at": "2026-11-27T03:15:18.325Z"
                     *     }
                     */
                    "application/json": components["schemas"]["RewardClaim"];
                };
            };
        };
    };
    "public.staking.positions.compounding": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8dg03peh45b50exthc37hrd */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description The position */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "staking_position",
                     *       "id": "stk_01m8dg03peh45b50exthc37hrd",
                     *       "livemode": true,
                     *       "pool": "flexible",
                     *       "asset": "YANI",
                     *       "amount": "100",
                     *       "pending_rewards": "0.00000025367833587",
                     *       "unlocks_at": null,
                     *       "status": "active",
                     *       "voting_power": "100",
                     *       "compounding": true,
                     *       "compounds_at": "2026-11-28T03:15:19.391Z",
                     *       "created_at": "2026-11-27T03:15:18.355Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StakingPosition"];
                };
            };
        };
    };
    "public.staking.positions.unstake": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example stk_01m8dg05sbd1ffc2d36a1fr3yj */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "10"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    force_early?: boolean;
                };
            };
        };
        responses: {
            /** @description What was taken back, and the position after it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "unstake",
                     *       "id": "txn_01m8dg06sxtqe52ejysevj1mf8",
                     *       "livemode": true,
                     *       "asset": "YANI",
                     *       "amount": "10",
                     *       "penalty": "0",
                     *       "received": "10",
                     *       "rewards_paid": "0",
                     *       "transaction_hash": "0xc100257a5881aab7e2f74f20edc9b641983b35f5ecf5c278129ad9b908c0ed22",
                     *       "position": {
                     *         "object": "staking_position",
                     *         "id": "stk_01m8dg05sbd1ffc2d36a1fr3yj",
                     *         "livemode": true,
                     *         "pool": "flexible",
                     *         "asset": "YANI",
                     *         "amount": "90",
                     *         "pending_rewards": "0.00000025367833587",
                     *         "unlocks_at": null,
                     *         "status": "active",
                     *         "voting_power": "90",
                     *         "compounding": false,
                     *         "compounds_at": null,
                     *         "created_at": "2026-11-27T03:15:20.495Z"
                     *       },
                     *       "created_at": "2026-11-27T03:15:21.533Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Unstake"];
                };
            };
        };
    };
    "public.staking.rewards": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payments, newest first, and the sums by pool */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "staking_reward",
                     *           "id": "txn_01m8dg03nntz7xjhe9h1s8w465",
                     *           "livemode": true,
                     *           "position": "stk_01m8axkbkaj821xrpn1j3vthns",
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "kind": "claimed",
                     *           "amount": "0.021918061897513952",
                     *           "transaction_hash": "0x7182a61ce4a23964b779071837b30e9dcecb50b3257b4c657224fbf1f03c81bf",
                     *           "created_at": "2026-11-27T03:15:18.325Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null,
                     *       "pools": [
                     *         {
                     *           "pool": "flexible",
                     *           "asset": "YANI",
                     *           "earned": "0.043852587519025872",
                     *           "paid": "0.021918061897513952",
                     *           "compounded": "0",
                     *           "pending": "0.02193452562151192"
                     *         },
                     *         {
                     *           "pool": "locked-90",
                     *           "asset": "YANI",
                     *           "earned": "0",
                     *           "paid": "0",
                     *           "compounded": "0",
                     *           "pending": "0"
                     *         },
                     *         {
                     *           "pool": "locked-365",
                     *           "asset": "YANI",
                     *           "earned": "0",
                     *           "paid": "0",
                     *           "compounded": "0",
                     *           "pending": "0"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["StakingReward"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                        /** @description All that the caller has earned; a stake counts in the pool that it is in, or was in when it was paid */
                        pools: components["schemas"]["PoolRewards"][];
                    };
                };
            };
        };
    };
    "public.transfers.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "from_wallet": "wal_01m836cppw85sc5abw9573n2yx_eur",
                 *       "to_email": "y4c7fzurt5pi@example.com",
                 *       "amount": "2",
                 *       "description": "Lunch"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Decimal string, in whole units
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description Both read it in their history
                     * @default
                     */
                    description?: string;
                    /** @example wal_01jd0000000000000000000000_eur */
                    from_wallet: string;
                    /**
                     * Format: email
                     * @example ada@example.com
                     */
                    to_email?: string;
                    to_wallet?: string;
                };
            };
        };
        responses: {
            /** @description Sent */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "transfer",
                     *       "id": "txn_01m836cqtj4p9vyxhje4afb1mx",
                     *       "livemode": true,
                     *       "direction": "out",
                     *       "from_wallet": "wal_01m836cppw85sc5abw9573n2yx_eur",
                     *       "to_wallet": null,
                     *       "counterparty": "Ada Lovelace",
                     *       "amount": "2",
                     *       "asset": "EUR",
                     *       "status": "completed",
                     *       "description": "Lunch",
                     *       "splits": null,
                     *       "created_at": "2026-11-23T03:15:02.098Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "public.transfers.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example txn_01m836cqtj4p9vyxhje4afb1mx */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transfer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "transfer",
                     *       "id": "txn_01m836cqtj4p9vyxhje4afb1mx",
                     *       "livemode": true,
                     *       "direction": "out",
                     *       "from_wallet": "wal_01m836cppw85sc5abw9573n2yx_eur",
                     *       "to_wallet": null,
                     *       "counterparty": "Ada Lovelace",
                     *       "amount": "2",
                     *       "asset": "EUR",
                     *       "status": "completed",
                     *       "description": "Lunch",
                     *       "splits": null,
                     *       "created_at": "2026-11-23T03:15:02.098Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Transfer"];
                };
            };
        };
    };
    "public.wallets.list": {
        parameters: {
            query?: {
                /** @description Symbol of an asset, in any letter case */
                asset?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallets, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "wallet",
                     *           "id": "wal_01m836cppw85sc5abw9573n2yx_yani",
                     *           "livemode": true,
                     *           "asset": "YANI",
                     *           "label": null,
                     *           "balance": "4006889.537392440385590324",
                     *           "available_balance": "4006399.537392440385590324",
                     *           "locked_balance": "490",
                     *           "value": {
                     *             "usd": "619682.77",
                     *             "eur": "600446.97"
                     *           },
                     *           "created_at": "2026-11-24T03:15:10.810Z"
                     *         },
                     *         {
                     *           "object": "wallet",
                     *           "id": "wal_01m836cppw85sc5abw9573n2yx_eth",
                     *           "livemode": true,
                     *           "asset": "ETH",
                     *           "label": null,
                     *           "balance": "0.970000000375379723",
                     *           "available_balance": "0.970000000375379723",
                     *           "locked_balance": "0",
                     *           "value": {
                     *             "usd": "2383.51",
                     *             "eur": "2309.52"
                     *           },
                     *           "created_at": "2026-11-23T03:15:09.703Z"
                     *         },
                     *         {
                     *           "object": "wallet",
                     *           "id": "wal_01m836cppw85sc5abw9573n2yx_btc",
                     *           "livemode": true,
                     *           "asset": "BTC",
                     *           "label": null,
                     *           "balance": "4.99599999",
                     *           "available_balance": "4.99599999",
                     *           "locked_balance": "0",
                     *           "value": {
                     *             "usd": "382914.95",
                     *             "eur": "371028.75"
                     *           },
                     *           "created_at": "2026-11-23T03:15:06.390Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Wallet"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.wallets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "asset": "EUR"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Symbol of an asset, in any letter case
                     * @example EUR
                     */
                    asset: string;
                    label?: string;
                };
            };
        };
        responses: {
            /** @description The new wallet */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "wallet",
                     *       "id": "wal_01m836cqv2dkkw7qe731mg0bnz_eur",
                     *       "livemode": true,
                     *       "asset": "EUR",
                     *       "label": null,
                     *       "balance": "0",
                     *       "available_balance": "0",
                     *       "locked_balance": "0",
                     *       "value": {
                     *         "usd": "0.00",
                     *         "eur": "0.00"
                     *       },
                     *       "created_at": "2026-11-23T03:15:04.198Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m836cppw85sc5abw9573n2yx_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The wallet */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "wallet",
                     *       "id": "wal_01m836cppw85sc5abw9573n2yx_yani",
                     *       "livemode": true,
                     *       "asset": "YANI",
                     *       "label": null,
                     *       "balance": "4006889.537392440385590324",
                     *       "available_balance": "4006399.537392440385590324",
                     *       "locked_balance": "490",
                     *       "value": {
                     *         "usd": "619315.66",
                     *         "eur": "600085.21"
                     *       },
                     *       "created_at": "2026-11-24T03:15:10.810Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Wallet"];
                };
            };
        };
    };
    "public.wallets.deposit-address": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m836cppw85sc5abw9573n2yx_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address": "0xC42C72B171424B073DEF4385f12C8a7317686caa",
                     *       "network": "svc-chain",
                     *       "memo": null
                     *     }
                     */
                    "application/json": components["schemas"]["DepositAddress"];
                };
            };
        };
    };
    "public.wallets.transactions": {
        parameters: {
            query?: {
                /** @description ISO 8601 in UTC, included */
                created_after?: string;
                /** @description ISO 8601 in UTC, included */
                created_before?: string;
                /** @description `next_cursor` of the page before */
                cursor?: string;
                limit?: number;
                type?: "transfer" | "bank_transfer" | "withdrawal" | "withdrawal_return" | "top_up" | "payment" | "refund" | "dispute" | "reversal" | "adjustment" | "swap" | "liquidity" | "stake" | "unstake" | "reward" | "governance" | "issuance" | "hold" | "release";
            };
            header?: never;
            path: {
                /** @example wal_01m836cppw85sc5abw9573n2yx_yani */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transactions, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "list",
                     *       "data": [
                     *         {
                     *           "object": "transaction",
                     *           "id": "txn_01m8dg06sxtqe52ejysevj1mf8_yani",
                     *           "livemode": true,
                     *           "wallet": "wal_01m836cppw85sc5abw9573n2yx_yani",
                     *           "asset": "YANI",
                     *           "type": "unstake",
                     *           "direction": "in",
                     *           "amount": "10",
                     *           "fee": "0",
                     *           "status": "completed",
                     *           "description": null,
                     *           "counterparty": null,
                     *           "balance": "4006399.537392440385590324",
                     *           "source": null,
                     *           "updated_at": "2026-11-27T03:15:21.533Z",
                     *           "created_at": "2026-11-27T03:15:21.533Z"
                     *         },
                     *         {
                     *           "object": "transaction",
                     *           "id": "txn_01m8dg05sg05bjcczzsaptc877_yani",
                     *           "livemode": true,
                     *           "wallet": "wal_01m836cppw85sc5abw9573n2yx_yani",
                     *           "asset": "YANI",
                     *           "type": "stake",
                     *           "direction": "out",
                     *           "amount": "100",
                     *           "fee": "0",
                     *           "status": "completed",
                     *           "description": null,
                     *           "counterparty": null,
                     *           "balance": "4006389.537392440385590324",
                     *           "source": null,
                     *           "updated_at": "2026-11-27T03:15:20.496Z",
                     *           "created_at": "2026-11-27T03:15:20.496Z"
                     *         },
                     *         {
                     *           "object": "transaction",
                     *           "id": "txn_01m8dg05s4g6jstt6v14szcbfv_yani",
                     *           "livemode": true,
                     *           "wallet": "wal_01m836cppw85sc5abw9573n2yx_yani",
                     *           "asset": "YANI",
                     *           "type": "adjustment",
                     *           "direction": "in",
                     *           "amount": "300",
                     *           "fee": "0",
                     *           "status": "completed",
                     *           "description": "funds for a test",
                     *           "counterparty": null,
                     *           "balance": "4006489.537392440385590324",
                     *           "source": null,
                     *           "updated_at": "2026-11-27T03:15:20.484Z",
                     *           "created_at": "2026-11-27T03:15:20.484Z"
                     *         }
                     *       ],
                     *       "has_more": false,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["PublicTransaction"][];
                        has_more: boolean;
                        /** @description The `cursor` of the next page; null on the last */
                        next_cursor: string | null;
                        /** @enum {string} */
                        object: "list";
                    };
                };
            };
        };
    };
    "public.wallets.withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example wal_01m836cppw85sc5abw9573n2yx_eur */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 65536 bytes. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "amount": "2",
                 *       "destination": {
                 *         "type": "iban",
                 *         "iban": "DE89370400440532013000",
                 *         "name": "Ada Lovelace"
                 *       },
                 *       "description": "Rent"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description What arrives; the fee is taken of the wallet beside it
                     * @example 12.5
                     */
                    amount: string;
                    /**
                     * @description The payee of a bank transfer reads it, and the history has it
                     * @default
                     */
                    description?: string;
                    destination: {
                        /** @example FR7630006000011234567890189 */
                        iban: string;
                        /** @description As the account's holder is called */
                        name: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "iban";
                    } | {
                        /** @description The id of one that the owner's app keeps (`ben_…`); live keys alone */
                        beneficiary: string;
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "beneficiary";
                    } | {
                        /**
                         * @description Checked down to its checksum
                         * @example 0x52908400098527886E0F7030069857D2E4169EE7
                         */
                        address: string;
                        /**
                         * @description The asset's: an address may be valid on another one too
                         * @enum {string}
                         */
                        network: "bitcoin" | "ethereum" | "svc-chain";
                        /**
                         * @description Says which fields the destination has
                         * @enum {string}
                         */
                        type: "address";
                    };
                };
            };
        };
        responses: {
            /** @description The money is held */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "withdrawal",
                     *       "id": "wdr_01m836ctxzkez8x6x0ferrjd0c",
                     *       "livemode": true,
                     *       "wallet": "wal_01m836cppw85sc5abw9573n2yx_eur",
                     *       "amount": "2",
                     *       "fee": "0",
                     *       "asset": "EUR",
                     *       "destination": {
                     *         "type": "iban",
                     *         "network": "sepa",
                     *         "iban": "DE89370400440532013000",
                     *         "name": "Ada Lovelace",
                     *         "beneficiary": null,
                     *         "address": null
                     *       },
                     *       "status": "pending",
                     *       "failure_reason": null,
                     *       "description": "Rent",
                     *       "created_at": "2026-11-23T03:15:05.284Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Withdrawal"];
                };
            };
        };
    };
}

/** What the API's errors are called. */
export type KnownErrorCode =
  | "ABOVE_MAXIMUM"
  | "ACCOUNT_IN_DEBT"
  | "ALREADY_VOTED"
  | "AMBIGUOUS_CREDENTIAL"
  | "AMOUNT_EXCEEDS_STAKE"
  | "API_KEY_ADDRESS_NOT_ALLOWED"
  | "API_KEY_EXPIRED"
  | "ASSET_NOT_FOUND"
  | "ASSET_NOT_WITHDRAWABLE"
  | "BELOW_MINIMUM"
  | "BENEFICIARY_NOT_FOUND"
  | "BODY_TOO_LARGE"
  | "CONTENTION"
  | "CURRENCY_MISMATCH"
  | "DELEGATOR_LIMIT_REACHED"
  | "DEPOSITS_UNAVAILABLE"
  | "FARMING_POSITION_NOT_FOUND"
  | "FARM_ENDED"
  | "FARM_NOT_FOUND"
  | "FORBIDDEN"
  | "IDEMPOTENCY_KEY_REQUIRED"
  | "IDEMPOTENCY_KEY_REUSED"
  | "IDENTICAL_TOKENS"
  | "IMBALANCED_AMOUNTS"
  | "INSUFFICIENT_BALANCE"
  | "INSUFFICIENT_LIQUIDITY"
  | "INSUFFICIENT_VOTING_POWER"
  | "INTERNAL_ERROR"
  | "INVALID_ACTIONS"
  | "INVALID_AMOUNT"
  | "INVALID_DELEGATE"
  | "INVALID_IDEMPOTENCY_KEY"
  | "INVALID_RANGE"
  | "INVALID_REQUEST"
  | "INVALID_SIGNATURE"
  | "INVALID_SLIPPAGE"
  | "INVALID_SPLIT"
  | "KYC_LIMIT_EXCEEDED"
  | "LIQUIDITY_POSITION_NOT_FOUND"
  | "MALFORMED_JSON"
  | "NO_DEPOSIT_ADDRESS"
  | "PAIR_NOT_FOUND"
  | "POOL_INACTIVE"
  | "POOL_NOT_FOUND"
  | "POSITION_COMPLETED"
  | "POSITION_LIMIT_REACHED"
  | "POSITION_LOCKED"
  | "POSITION_NOT_FOUND"
  | "PRICES_STALE"
  | "PROPOSAL_NOT_ACTIVE"
  | "PROPOSAL_NOT_FOUND"
  | "QUOTE_EXPIRED"
  | "RANGE_TOO_DEEP"
  | "RATE_LIMITED"
  | "RECIPIENT_UNKNOWN"
  | "REWARDS_NOT_FUNDED"
  | "SAME_ACCOUNT"
  | "SERVICE_UNAVAILABLE"
  | "SESSION_ENDED"
  | "SHARES_EXCEEDED"
  | "SIGNATURE_REQUIRED"
  | "SLIPPAGE_EXCEEDED"
  | "STAKE_IS_VOTING"
  | "SWAP_NOT_FOUND"
  | "TIMESTAMP_OUT_OF_RANGE"
  | "TOKEN_EXPIRED"
  | "TOO_MANY_CANDLES"
  | "TRANSFER_NOT_FOUND"
  | "UNAUTHORIZED"
  | "UNSUPPORTED_ASSET"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "WALLET_EXISTS"
  | "WALLET_LIMIT_REACHED"
  | "WALLET_NOT_FOUND"
  | "WITHDRAWALS_UNAVAILABLE";
