import java.net.http.HttpRequest;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AuthApi;
import org.openapitools.client.api.ListingsApi;
import org.openapitools.client.api.OwnListingsApi;
import org.openapitools.client.api.SearchApi;
import org.openapitools.client.model.AuthLoginRequest;
import org.openapitools.client.model.AuthRegisterRequest;
import org.openapitools.client.model.CountryCode;
import org.openapitools.client.model.ErrorDetail;
import org.openapitools.client.model.ErrorResponse;
import org.openapitools.client.model.ListingDraft;

/** The tour of the README by the client that OpenAPI Generator makes. */
public final class Tour {
  private static final String TRUCK =
      "{\"title\": \"MAN TGX 18.510 4x2 BLS, first hand\", \"category\": \"tractor-units\", "
          + "\"subcategory\": \"standard-tractor-units\", \"brand\": \"man\", \"model\": \"TGX\", \"year\": 2021, \"mileage\": 398000,"
          + "\"price\": 61900, \"currency\": \"EUR\", \"fuelType\": \"diesel\", \"transmission\": \"automatic\", \"driveType\": \"4x2\","
          + "\"euroStandard\": \"euro6\", \"location\": {\"country\": \"DE\", \"city\": \"Hamburg\"}, \"publish\": true}";

  public static void main(String[] args) throws Exception {
    ApiClient anonymous = client(request -> {});
    AuthApi auth = new AuthApi(anonymous);
    String email = "java-" + System.currentTimeMillis() + "@example.org";
    var account =
        new AuthRegisterRequest()
            .email(email)
            .password("Longhaul24")
            .name("Dana Dealer")
            .role(AuthRegisterRequest.RoleEnum.SELLER)
            .companyName("Dana Trucks")
            .country(CountryCode.DE);
    var registered = auth.authRegister(account, null, null, null).getData();
    check(registered.getUser().getEmail().equals(email), "another address was registered");
    var credentials = new AuthLoginRequest().email(email).password("Longhaul24");
    String token = auth.authLogin(credentials, null, null, null).getData().getAccessToken();

    ApiClient dealer = client(request -> request.header("Authorization", "Bearer " + token));
    OwnListingsApi own = new OwnListingsApi(dealer);
    ListingDraft truck = ApiClient.createDefaultObjectMapper().readValue(TRUCK, ListingDraft.class);
    String slug = own.listingsCreate(truck, null, null, null).getData().getSlug();
    var listing = new ListingsApi(anonymous).publicListingsGet(slug, null, null, null, null).getData();
    check(listing.getSeller().getCompanyName().equals("Dana Trucks"), "another seller");
    var words = SearchApi.APISearchRunRequest.newBuilder().q("first hand tgx 2021").build();
    var found = new SearchApi(anonymous).searchRun(words).getData().getResults();
    check(
        found.stream().anyMatch(hit -> hit.getId().equals(listing.getId())),
        "the search does not find the listing");

    String refusal = refusalOf(() -> own.listingsCreate(truck.title("No").year(3000), null, null, null), 422);
    var error = ApiClient.createDefaultObjectMapper().readValue(refusal, ErrorResponse.class).getError();
    var fields = error.getDetails().stream().map(ErrorDetail::getField).collect(Collectors.toSet());
    check(fields.contains("title") && fields.contains("year"), "not all problems are named: " + fields);

    AuthApi signedIn = new AuthApi(dealer);
    check(signedIn.accountGet().getData().getEmail().equals(email), "another account");
    signedIn.authLogout((String) null);
    refusalOf(signedIn::accountGet, 401);
    System.out.println("the tour is done");
  }

  private static ApiClient client(Consumer<HttpRequest.Builder> interceptor) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("MARKET_URL") + "/v1");
    client.setRequestInterceptor(interceptor);
    return client;
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
