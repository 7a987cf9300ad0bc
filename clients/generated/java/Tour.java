import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.JSON;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.ListingsApi;
import org.openapitools.client.api.OwnListingsApi;
import org.openapitools.client.api.SearchApi;
import org.openapitools.client.model.AuthLoginRequest;
import org.openapitools.client.model.AuthRegisterRequest;
import org.openapitools.client.model.CountryCode;
import org.openapitools.client.model.ErrorDetail;
import org.openapitools.client.model.ErrorResponse;
import org.openapitools.client.model.EventName;
import org.openapitools.client.model.Listing;
import org.openapitools.client.model.ListingDraft;
import org.openapitools.client.model.ListingPublishedEvent;

/** The tour of the README by the client that OpenAPI Generator makes with its defaults, which are for Java 8. */
public final class Tour {
  private static final String TRUCK =
      "{\"title\": \"MAN TGX 18.510 4x2 BLS, first hand\", \"category\": \"tractor-units\", "
          + "\"subcategory\": \"standard-tractor-units\", \"brand\": \"man\", \"model\": \"TGX\", \"year\": 2021, \"mileage\": 398000,"
          + "\"price\": 61900, \"currency\": \"EUR\", \"fuelType\": \"diesel\", \"transmission\": \"automatic\", \"driveType\": \"4x2\","
          + "\"euroStandard\": \"euro6\", \"location\": {\"country\": \"DE\", \"city\": \"Hamburg\"}, \"publish\": true}";

  public static void main(String[] args) throws Exception {
    ApiClient anonymous = client();
    AuthApi auth = new AuthApi(anonymous);
    String email = "java-" + System.currentTimeMillis() + "@example.org";
    AuthRegisterRequest account =
        new AuthRegisterRequest()
            .email(email)
            .password("Longhaul24")
            .name("Dana Dealer")
            .role(AuthRegisterRequest.RoleEnum.SELLER)
            .companyName("Dana Trucks")
            .country(CountryCode.DE);
    String registered = auth.authRegister(account, null, null, null).getData().getUser().getEmail();
    check(registered.equals(email), "another address was registered");
    AuthLoginRequest credentials = new AuthLoginRequest().email(email).password("Longhaul24");
    String token = auth.authLogin(credentials, null, null, null).getData().getAccessToken();

    ApiClient dealer = client();
    dealer.addDefaultHeader("Authorization", "Bearer " + token);
    OwnListingsApi own = new OwnListingsApi(dealer);
    ListingDraft truck = JSON.getGson().fromJson(TRUCK, ListingDraft.class);
    String slug = own.listingsCreate(truck, null, null, null).getData().getSlug();
    Listing listing = new ListingsApi(anonymous).publicListingsGet(slug, null, null, null, null).getData();
    check(listing.getSeller().getCompanyName().equals("Dana Trucks"), "another seller");
    int suggestions =
        new SearchApi(anonymous)
            .searchSuggest("tgx", null, null, null, null, null, null)
            .getData()
            .getSuggestions()
            .size();
    check(suggestions > 0, "nothing is suggested");

    List<EventName> types = Collections.singletonList(EventName.LISTING_PUBLISHED);
    check(
        new EventsApi(dealer).eventsList(1, 10, types, null, null, null, null, null).getData().getEvents().stream()
            .map(event -> ((ListingPublishedEvent) event.getActualInstance()).getData().getListing().getId())
            .anyMatch(listing.getId()::equals),
        "the publication is no event");

    String refusal = refusalOf(() -> own.listingsCreate(truck.title("No").year(3000), null, null, null), 422);
    Set<String> fields =
        JSON.getGson().fromJson(refusal, ErrorResponse.class).getError().getDetails().stream()
            .map(ErrorDetail::getField)
            .collect(Collectors.toSet());
    check(fields.contains("title") && fields.contains("year"), "not all problems are named: " + fields);

    AuthApi signedIn = new AuthApi(dealer);
    check(signedIn.accountGet().getData().getEmail().equals(email), "another account");
    signedIn.authLogout((String) null);
    refusalOf(signedIn::accountGet, 401);
    System.out.println("the tour is done");
  }

  private static ApiClient client() {
    return new ApiClient().setBasePath(System.getenv("MARKET_URL") + "/v1");
  }

  private interface Call {
    Object make() throws ApiException;
  }

  private static String refusalOf(Call call, int status) throws ApiException {
    try {
      call.make();
    } catch (ApiException refused) {
      check(refused.getCode() == status, refused.getCode() + " instead of " + status);
      return refused.getResponseBody();
    }
    throw new IllegalStateException("not refused");
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new IllegalStateException(what);
  }
}
