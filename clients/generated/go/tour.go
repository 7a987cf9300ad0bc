// The tour of the README by the client that oapi-codegen generates.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	openapi_types "github.com/oapi-codegen/runtime/types"
)

const truck = `{
	"title": "MAN TGX 18.510 4x2 BLS, first hand", "category": "tractor-units",
	"subcategory": "standard-tractor-units", "brand": "man", "model": "TGX", "year": 2021, "mileage": 398000,
	"price": 61900, "currency": "EUR", "fuelType": "diesel", "transmission": "automatic", "driveType": "4x2",
	"euroStandard": "euro6", "location": {"country": "DE", "city": "Hamburg"}, "publish": true }`

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func assert(holds bool, what string) {
	if !holds {
		panic(what)
	}
}

func ref[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	// Do not follow redirects, because the client would send keys and bodies to another address.
	plain := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	client, err := NewClientWithResponses(os.Getenv("MARKET_URL")+"/v1", WithHTTPClient(plain))
	must(err)

	email := fmt.Sprintf("go-%d@example.org", time.Now().UnixMilli())
	registered, err := client.AuthRegisterWithResponse(ctx, nil, AuthRegisterRequest{
		Email: openapi_types.Email(email), Password: "Longhaul24", Name: "Dana Dealer",
		Role: AuthRegisterRequestRoleSELLER, CompanyName: ref("Dana Trucks"), Country: ref(DE),
	})
	must(err)
	assert(registered.JSON201 != nil && registered.JSON201.Data.User.Email == email, "not registered")

	signedIn, err := client.AuthLoginWithResponse(ctx, nil, AuthLoginRequest{Email: email, Password: "Longhaul24"})
	must(err)
	assert(signedIn.JSON200 != nil, "not signed in")
	bearer := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+signedIn.JSON200.Data.AccessToken)
		return nil
	}

	var draft ListingDraft
	must(json.Unmarshal([]byte(truck), &draft))
	published, err := client.ListingsCreateWithResponse(ctx, nil, draft, bearer)
	must(err)
	assert(published.JSON201 != nil, "not published: "+string(published.Body))
	listing, err := client.PublicListingsGetWithResponse(ctx, published.JSON201.Data.Slug, nil)
	must(err)
	assert(listing.JSON200 != nil && listing.JSON200.Data.Seller.CompanyName == "Dana Trucks", "another listing")

	found, err := client.SearchRunWithResponse(ctx, &SearchRunParams{Q: ref("first hand tgx 2021")})
	must(err)
	isFound := false
	for _, hit := range found.JSON200.Data.Results {
		isFound = isFound || hit.Id == listing.JSON200.Data.Id
	}
	assert(isFound, "the search does not find the listing")

	refused, err := client.ListingsCreateWithResponse(ctx, nil, ListingDraft{Title: ref("No"), Price: ref(float32(-1))}, bearer)
	must(err)
	fields := map[string]bool{}
	for _, detail := range *refused.JSON422.Error.Details {
		fields[detail.Field] = true
	}
	assert(fields["title"] && fields["price"], "not all problems are named")

	for _, status := range []int{200, 401} {
		account, err := client.AccountGetWithResponse(ctx, bearer)
		must(err)
		assert(account.StatusCode() == status, fmt.Sprintf("%d instead of %d", account.StatusCode(), status))
		_, err = client.AuthLogoutWithResponse(ctx, nil, bearer)
		must(err)
	}
	fmt.Println("the tour is done")
}
